/**
 * Where a client of direct mode connects to: an address for each partition key range of a container, or those of the
 * master, which has all that is above containers' items. All lead to one listener; their paths tell them apart.
 *
 * The one copy of a range is listed as the four that it has on the service. Clients that find fewer ask for the addresses
 * again and again, and reads with strong consistency, which compare two copies, begin with the secondaries.
 */
import { type OwnerNames, UNMETERED_CHARGES } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { COPIES, type Replica, replicaPath } from "../../wire/rntbd/replica-path.ts";
import type { RequestContext } from "../context/request-context.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";

const PROTOCOL = "rntbd";
/** What clients call the range of the master. */
const MASTER_RANGE = "M";

export async function listAddresses(context: RequestContext): Promise<GatewayResponse> {
  const { request, services } = context;
  const directPort = services.directPort();
  if (directPort === undefined) {
    throw new Failure(
      "badRequest",
      "Direct mode is turned off here: start the server without '--direct off', or connect in gateway mode.",
    );
  }
  const { owner, replicas } = await resolve(context);
  const filter = request.query.get("$filter") ?? "";
  const isOfProtocol = filter === "" || filter.endsWith(PROTOCOL);
  const authority = `${services.advertised()?.hostname ?? hostName(request.host)}:${directPort}`;
  const rows = isOfProtocol ? replicas.flatMap((replica) => addressesOf(replica, authority)) : [];
  return context.answerList("addresses", { owner, rows, charge: UNMETERED_CHARGES.account });
}

interface Resolved {
  readonly owner: OwnerNames;
  readonly replicas: readonly Replica[];
}

const ACCOUNT: OwnerNames = { rid: "", link: "" };

async function resolve({ engine, request }: RequestContext): Promise<Resolved> {
  const [database, container] = request.subject.segments;
  if (database === undefined || container?.type !== "colls") return { owner: ACCOUNT, replicas: ["master"] };
  const address = { database: database.id, container: container.id };
  const { owner, rows = [] } = await engine.containers.rangesSince(address, undefined);
  const wanted = request.query.get("$partitionKeyRangeIds")?.split(",");
  const ids = rows.map(({ id }) => id as string).filter((id) => wanted?.includes(id) ?? true);
  return { owner, replicas: ids.map((rangeId) => ({ containerRid: owner.rid, rangeId })) };
}

function addressesOf(replica: Replica, authority: string) {
  return COPIES.map((copy) => {
    const uri = `${PROTOCOL}://${authority}${replicaPath(replica, copy)}`;
    return {
      isPrimary: copy === COPIES[0],
      protocol: PROTOCOL,
      logicalUri: uri,
      // The service's own spelling.
      physcialUri: uri,
      partitionIndex: "",
      partitionKeyRangeId: replica === "master" ? MASTER_RANGE : replica.rangeId,
    };
  });
}

/** By the name that the client uses already, so that the certificate's names fit. */
function hostName(host: string): string {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return "localhost";
  }
}
