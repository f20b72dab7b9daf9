/** The account document: where the client finds everything, which is where it already is unless `--advertise` says otherwise. */
import { KEPT_QUERY_LIMITS, UNMETERED_CHARGES } from "../../engine/index.ts";
import { ResponseHeader } from "../../wire/headers.ts";
import { COPIES, WRITE_QUORUM } from "../../wire/rntbd/replica-path.ts";
import type { RequestContext } from "../context/request-context.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";

/** That of the vendor's emulator: clients know the names of regions, and programs are set up with this one. */
const REGION = "South Central US";
/** Where the level is bounded staleness: what accounts have until they set it. Reads here are never stale. */
const STALENESS_BOUND = { maxStalenessPrefix: 100, maxIntervalInSeconds: 5 };

/** By it clients of direct mode decide how many of the copies that they are told of a strong read compares: two. */
const REPLICATION = { minReplicaSetSize: WRITE_QUORUM, maxReplicasetSize: COPIES.length };

/** There are no attachments, and no room for them. The Java client cannot read the document without these. */
const NO_ATTACHMENTS = {
  [ResponseHeader.mediaStorageUsageMb]: 0,
  [ResponseHeader.mediaStorageUsageMbMax]: 0,
};

/**
 * For clients that plan queries themselves. Only limits that are kept stand here; the service has more of them (AND,
 * OR, IN, user-defined functions, sorting, grouping), which clients do without.
 */
const QUERY_ENGINE = {
  maxSqlQueryInputLength: KEPT_QUERY_LIMITS.textBytesMax,
  maxJoinsPerSqlQuery: KEPT_QUERY_LIMITS.joinsMax,
  spatialMaxGeometryPointCount: KEPT_QUERY_LIMITS.shapePositionsMax,
  sqlAllowNonFiniteNumbers: false,
  sqlAllowAggregateFunctions: true,
  sqlAllowSubQuery: true,
  sqlAllowScalarSubQuery: true,
  allowNewKeywords: true,
  sqlAllowLike: true,
  sqlAllowGroupByClause: true,
  sqlAllowTop: true,
  enableSpatialIndexing: true,
};

export async function readAccount(context: RequestContext): Promise<GatewayResponse> {
  const { host } = context.request;
  const endpoint = context.services.advertised()?.endpoint ?? context.request.endpoint;
  const { level } = context.consistency;
  const locations = [{ name: REGION, databaseAccountEndpoint: `${endpoint}/` }];
  const document = {
    _self: "",
    // Not "localhost": the JavaScript client would read this document again before every request.
    id: "orrery",
    _rid: host,
    media: "//media/",
    addresses: "//addresses/",
    _dbs: "//dbs/",
    writableLocations: locations,
    readableLocations: locations,
    enableMultipleWriteLocations: false,
    continuousBackupEnabled: false,
    enableNRegionSynchronousCommit: false,
    enablePerPartitionFailoverBehavior: false,
    userReplicationPolicy: { asyncReplication: false, ...REPLICATION },
    userConsistencyPolicy: {
      defaultConsistencyLevel: level,
      ...(level === "BoundedStaleness" ? STALENESS_BOUND : {}),
    },
    systemReplicationPolicy: REPLICATION,
    readPolicy: { primaryReadCoefficient: 1, secondaryReadCoefficient: 1 },
    queryEngineConfiguration: JSON.stringify(QUERY_ENGINE),
  };
  return context.answer(200, Buffer.from(JSON.stringify(document)), UNMETERED_CHARGES.account, {
    ...NO_ATTACHMENTS,
  });
}
