/**
 * A request in direct mode was sent to a physical partition, by an address that may be old. Whoever holds an old one is
 * told so, in the way that makes clients look again; everybody else learns how far the partition has come, also from a
 * failure: clients take a failure for an answer only if it has an LSN.
 */
import type { AnswerSource, EngineOperations } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { ridBytes, ridText } from "../../value/resource-id-text.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import type { Replica, ReplicaName } from "../../wire/rntbd/replica-path.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { rangeHeaders } from "../exchange/owner-headers.ts";

export async function checkReplica(
  engine: EngineOperations,
  request: GatewayRequest,
  replica: Replica,
): Promise<void> {
  if (replica === "master") return;
  const source = await replicaSource(engine, request, replica);
  if (source !== undefined && !isNamed(request, source)) {
    throw new Failure(
      "nameCacheStale",
      "The container of this name is not the one of this address: it was deleted and created again. Read it again.",
    );
  }
}

/** Undefined where the request names a range itself: the route checks that, and says it in its own way. */
async function replicaSource(
  engine: EngineOperations,
  request: GatewayRequest,
  replica: ReplicaName,
): Promise<AnswerSource | undefined> {
  try {
    return await engine.containers.replica(replica);
  } catch (error) {
    const namesRange = request.header(RequestHeader.partitionKeyRangeId) !== undefined;
    if (namesRange && error instanceof Failure && error.code === "completingSplit") return undefined;
    throw error;
  }
}

function isNamed({ path }: GatewayRequest, { container }: AnswerSource): boolean {
  const [database, named] = path.segments;
  if (database === undefined || named?.type !== "colls") return true;
  return (
    named.id === container.rid || (named.id === container.container && isDatabase(database.id, container))
  );
}

function isDatabase(id: string, { database, rid }: AnswerSource["container"]): boolean {
  // A container's resource id begins with that of its database.
  return id === database || id === ridText(ridBytes(rid)!.subarray(0, 4));
}

/** To an answer that does not say how far the partition has come. */
export async function addReplicaHeaders(
  engine: EngineOperations,
  { replica }: GatewayRequest,
  answer: GatewayResponse,
): Promise<GatewayResponse> {
  const isSecret = answer.status === 401 || answer.status === 403;
  if (replica === undefined || isSecret || answer.headers[ResponseHeader.lsn] !== undefined) return answer;
  if (replica === "master") return { ...answer, headers: { ...answer.headers, ...MASTER_HEADERS } };
  const source = await findReplica(engine, replica);
  if (source === undefined) return answer;
  return { ...answer, headers: { ...rangeHeaders(source.container, source), ...answer.headers } };
}

/** Nobody compares the LSNs of the master, but strong reads want to see one. */
const MASTER_HEADERS = { [ResponseHeader.lsn]: 1 };

async function findReplica(
  engine: EngineOperations,
  replica: ReplicaName,
): Promise<AnswerSource | undefined> {
  try {
    return await engine.containers.replica(replica);
  } catch {
    return undefined;
  }
}
