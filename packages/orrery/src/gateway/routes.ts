/** Which function answers which request: the whole grammar of the protocol in one table. */
import type { ResourceType } from "../wire/resource-path.ts";
import { Failure } from "../wire/status.ts";
import type { GatewayRequest } from "./gateway-request.ts";
import type { GatewayResponse } from "./gateway-response.ts";
import type { RequestContext } from "./request-context.ts";
import { readAccount } from "./routes/account.ts";
import { runItemBatch } from "./routes/batch.ts";
import {
  createContainer,
  deleteContainer,
  listContainers,
  listPartitionKeyRanges,
  readContainer,
  replaceContainer,
} from "./routes/containers.ts";
import { createDatabase, deleteDatabase, listDatabases, readDatabase } from "./routes/databases.ts";
import { listItems, planItemQuery, queryItems } from "./routes/item-feeds.ts";
import { createItem, deleteItem, patchItem, readItem, replaceItem, upsertItem } from "./routes/items.ts";
import { listOffers, readOffer, replaceOffer } from "./routes/offers.ts";
import { deletePartitionKey } from "./routes/partition-deletion.ts";
import { containerOf, databaseOf, plainRoutes, userOf } from "./routes/plain-resources.ts";
import { answerResourceFeed } from "./routes/resource-feed.ts";
import { executeStoredProcedure } from "./routes/stored-procedures.ts";

export type Route = (context: RequestContext) => Promise<GatewayResponse>;

/** POST on a feed says in its headers what it means; the other verbs speak for themselves. */
type FeedVerb = "list" | "create" | "upsert" | "query" | "queryPlan" | "batch";
type ResourceVerb = "read" | "replace" | "delete" | "patch" | "execute";

interface Routes {
  readonly feed?: Partial<Readonly<Record<FeedVerb, Route>>>;
  readonly resource?: Partial<Readonly<Record<ResourceVerb, Route>>>;
}

const STORED_PROCEDURES = plainRoutes("storedProcedure", "sprocs", containerOf, 2);

const ROUTES: Partial<Readonly<Record<ResourceType, Routes>>> = {
  "": { resource: { read: readAccount } },
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
      create: createItem,
      upsert: upsertItem,
      query: queryItems,
      queryPlan: planItemQuery,
      batch: runItemBatch,
    },
    resource: { read: readItem, replace: replaceItem, patch: patchItem, delete: deleteItem },
  },
  users: plainRoutes("user", "users", databaseOf, 1),
  permissions: plainRoutes("permission", "permissions", userOf, 2),
  clientencryptionkeys: plainRoutes("clientEncryptionKey", "clientencryptionkeys", databaseOf, 1),
  sprocs: {
    ...STORED_PROCEDURES,
    resource: { ...STORED_PROCEDURES.resource, execute: executeStoredProcedure },
  },
  triggers: plainRoutes("trigger", "triggers", containerOf, 2),
  udfs: plainRoutes("userDefinedFunction", "udfs", containerOf, 2),
  // With one region no two writes conflict: the feed is there, and empty.
  conflicts: { feed: { list: listConflicts, query: listConflicts } },
  partitionkeydelete: { resource: { execute: deletePartitionKey } },
  pkranges: { feed: { list: listPartitionKeyRanges } },
  offers: {
    feed: { list: listOffers, query: listOffers },
    resource: { read: readOffer, replace: replaceOffer },
  },
};

function listConflicts(context: RequestContext): Promise<GatewayResponse> {
  return answerResourceFeed(context, "conflicts", containerOf(context).rid, []);
}

export function findRoute(request: GatewayRequest): Route {
  const { type, isFeed } = request.path;
  const routes = ROUTES[type];
  const verb = isFeed ? feedVerb(request) : resourceVerb(request.method);
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

function feedVerb(request: GatewayRequest): FeedVerb | undefined {
  if (request.method === "GET" || request.method === "HEAD") return "list";
  return request.method === "POST" ? request.feedPost() : undefined;
}

function resourceVerb(method: string): ResourceVerb | undefined {
  switch (method) {
    case "GET":
    case "HEAD":
      return "read";
    case "PUT":
      return "replace";
    case "DELETE":
      return "delete";
    case "PATCH":
      return "patch";
    case "POST":
      return "execute";
    default:
      return undefined;
  }
}
