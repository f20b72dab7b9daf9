/** Which function answers which request: the whole grammar of the protocol in one table. */

import { Failure } from "../../value/failure.ts";
import type { ResourceType } from "../../wire/resource-path.ts";
import type { RequestContext } from "../context/request-context.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { type FeedVerb, type ResourceVerb, requestVerb } from "../exchange/request-verb.ts";
import { readAccount } from "./account.ts";
import { listAddresses } from "./addresses.ts";
import { runItemBatch } from "./batch.ts";
import { readChangeFeed } from "./change-feed.ts";
import {
  createContainer,
  deleteContainer,
  findConflict,
  listConflicts,
  listContainers,
  listPartitionKeyRanges,
  readContainer,
  readRangeChanges,
  replaceContainer,
} from "./containers.ts";
import { createDatabase, deleteDatabase, listDatabases, readDatabase } from "./databases.ts";
import { listItems, planItemQuery, queryItems } from "./item-feeds.ts";
import { ITEM_ROUTES } from "./items.ts";
import { deleteLogicalPartition } from "./logical-partition-deletion.ts";
import { listOffers, readOffer, replaceOffer } from "./offers.ts";
import { plainRoutes } from "./plain-resources.ts";
import { executeStoredProcedure } from "./stored-procedures.ts";

type Route = (context: RequestContext) => Promise<GatewayResponse>;

interface Routes {
  readonly feed?: Partial<Readonly<Record<FeedVerb, Route>>>;
  readonly resource?: Partial<Readonly<Record<ResourceVerb, Route>>>;
}

const STORED_PROCEDURES = plainRoutes("storedProcedure", "sprocs", "container");

const ROUTES: Partial<Readonly<Record<ResourceType, Routes>>> = {
  "": { resource: { read: readAccount } },
  addresses: { feed: { list: listAddresses } },
  dbs: {
    feed: { list: listDatabases, create: createDatabase, query: listDatabases },
    resource: { read: readDatabase, delete: deleteDatabase },
  },
  colls: {
    feed: { list: listContainers, create: createContainer, query: listContainers },
    resource: { read: readContainer, replace: replaceContainer, delete: deleteContainer },
  },
  docs: {
    feed: {
      list: listItems,
      changes: readChangeFeed,
      query: queryItems,
      queryPlan: planItemQuery,
      batch: runItemBatch,
      ...ITEM_ROUTES,
    },
    resource: ITEM_ROUTES,
  },
  users: plainRoutes("user", "users", "database"),
  permissions: plainRoutes("permission", "permissions", "user"),
  clientencryptionkeys: plainRoutes("clientEncryptionKey", "clientencryptionkeys", "database"),
  sprocs: {
    ...STORED_PROCEDURES,
    resource: { ...STORED_PROCEDURES.resource, execute: executeStoredProcedure },
  },
  triggers: plainRoutes("trigger", "triggers", "container"),
  udfs: plainRoutes("userDefinedFunction", "udfs", "container"),
  conflicts: {
    feed: { list: listConflicts, query: listConflicts },
    resource: { read: findConflict, delete: findConflict },
  },
  partitionkeydelete: { resource: { execute: deleteLogicalPartition } },
  pkranges: { feed: { list: listPartitionKeyRanges, changes: readRangeChanges } },
  offers: {
    feed: { list: listOffers, query: listOffers },
    resource: { read: readOffer, replace: replaceOffer },
  },
};

export function findRoute(request: GatewayRequest): Route {
  const { type, isFeed } = request.path;
  const routes = ROUTES[type];
  const verb = requestVerb(request);
  const route =
    verb === undefined
      ? undefined
      : isFeed
        ? routes?.feed?.[verb as FeedVerb]
        : routes?.resource?.[verb as ResourceVerb];
  if (route === undefined) {
    throw new Failure(
      "methodNotAllowed",
      `${request.method} is not possible on '${request.target}'${verb === undefined ? "" : ` (${verb})`}.`,
    );
  }
  return route;
}
