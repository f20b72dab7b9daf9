/** How a query over several partitions is refused to a client that did not allow it. */
import { Failure } from "../../value/failure.ts";

export function crossPartitionDisabled(): Failure {
  return new Failure(
    "badRequest",
    "Cross partition query is required but disabled. Please set x-ms-documentdb-query-enablecrosspartition to true, specify x-ms-documentdb-partitionkey, or revise your query to avoid this exception.",
  );
}
