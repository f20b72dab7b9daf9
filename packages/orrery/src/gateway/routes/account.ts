/** The account document: where the client finds everything, which is where it already is. */
import type { GatewayResponse } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";

const REGION = "Orrery";
const READ_CHARGE = 0;
/** Where the level is bounded staleness: what accounts have until they set it. Reads here are never stale. */
const STALENESS_BOUND = { maxStalenessPrefix: 100, maxIntervalInSeconds: 5 };

/** What clients may ask of a query, for those that plan for themselves. */
const QUERY_ENGINE = {
  maxSqlQueryInputLength: 262_144,
  maxJoinsPerSqlQuery: 10,
  maxLogicalAndPerSqlQuery: 2_000,
  maxLogicalOrPerSqlQuery: 2_000,
  maxUdfRefPerSqlQuery: 10,
  maxInExpressionItemsCount: 16_000,
  queryMaxGroupByTableCellCount: 500_000_000,
  queryMaxInMemorySortDocumentCount: 500,
  maxQueryRequestTimeoutFraction: 0.9,
  sqlAllowNonFiniteNumbers: false,
  sqlAllowAggregateFunctions: true,
  sqlAllowSubQuery: true,
  sqlAllowScalarSubQuery: true,
  allowNewKeywords: true,
  sqlAllowLike: true,
  sqlAllowGroupByClause: true,
  maxSpatialQueryCells: 12,
  spatialMaxGeometryPointCount: 256,
  sqlDisableQueryILOptimization: false,
  sqlDisableFilterPlanOptimization: false,
  sqlAllowTop: true,
  enableSpatialIndexing: true,
};

export async function readAccount(context: RequestContext): Promise<GatewayResponse> {
  const { secure, host } = context.request;
  const { level } = context.consistency;
  const locations = [{ name: REGION, databaseAccountEndpoint: `${secure ? "https" : "http"}://${host}/` }];
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
    userReplicationPolicy: { asyncReplication: false, minReplicaSetSize: 1, maxReplicasetSize: 1 },
    userConsistencyPolicy: {
      defaultConsistencyLevel: level,
      ...(level === "BoundedStaleness" ? STALENESS_BOUND : {}),
    },
    systemReplicationPolicy: { minReplicaSetSize: 1, maxReplicasetSize: 1 },
    readPolicy: { primaryReadCoefficient: 1, secondaryReadCoefficient: 1 },
    queryEngineConfiguration: JSON.stringify(QUERY_ENGINE),
  };
  return context.answer(200, Buffer.from(JSON.stringify(document)), READ_CHARGE);
}
