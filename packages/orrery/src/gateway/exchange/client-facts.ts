/** What follows from who the client is: everything that is read from the user agent is read here. */

export interface ClientFacts {
  /**
   * It has a pipeline of its own for queries over several partitions, and gets to do what the service would leave to it.
   * For other clients the server merges.
   */
  readonly mergesQueries: boolean;
  /**
   * It reads the ranges again when it is told that one is gone (410). The JavaScript client (4.10.0) does not in two
   * cases: it keeps that answer to a query in the buffer of the range, and sends the same request again without end; and
   * it repeats the rest of a large bulk without end.
   */
  readonly followsSplits: boolean;
  /** It reads a container's definition again when it is told that its key is another (400/1001). */
  readonly readsKeysAgain: boolean;
  /** It learns from a refusal how far a partition without items has come. The JavaScript SDK's tests count sessions without it. */
  readonly seesEmptyPartitions: boolean;
}

const OTHER: ClientFacts = {
  mergesQueries: false,
  followsSplits: true,
  readsKeysAgain: true,
  seesEmptyPartitions: true,
};
const JAVASCRIPT: ClientFacts = {
  mergesQueries: true,
  followsSplits: false,
  readsKeysAgain: false,
  seesEmptyPartitions: false,
};
/** The pipeline of Go is one that the program brings; its tests expect that without one such queries are refused. */
const PYTHON_AND_GO: ClientFacts = { ...OTHER, mergesQueries: true };

export function clientFacts(userAgent: string | undefined): ClientFacts {
  if (userAgent === undefined) return OTHER;
  if (/azure-cosmos-js/i.test(userAgent)) return JAVASCRIPT;
  return /azsdk-python-cosmos|azsdk-go-azcosmos/i.test(userAgent) ? PYTHON_AND_GO : OTHER;
}
