/** A request that was answered, as people and programs are shown it. */
import type { ShownRequest } from "../../api/control-api.ts";
import { parseResourcePath } from "../../wire/resource-path.ts";
import type { ServedRequest } from "./served-request.ts";

/** One and many. */
const RESOURCES: Readonly<Record<string, readonly [string, string]>> = {
  "": ["account", "account"],
  addresses: ["addresses", "addresses"],
  dbs: ["database", "databases"],
  colls: ["container", "containers"],
  docs: ["item", "items"],
  users: ["user", "users"],
  permissions: ["permission", "permissions"],
  clientencryptionkeys: ["encryption key", "encryption keys"],
  sprocs: ["stored procedure", "stored procedures"],
  triggers: ["trigger", "triggers"],
  udfs: ["function", "functions"],
  conflicts: ["conflict", "conflicts"],
  partitionkeydelete: ["partition key", "partition keys"],
  pkranges: ["range", "ranges"],
  offers: ["offer", "offers"],
};

const OF_MANY: ReadonlySet<string> = new Set(["list", "query", "batch"]);

export function shownRequest(served: ServedRequest): ShownRequest {
  const { activityId, key, status, substatus, chargeRu, items, bytes, why, fault, method, target } = served;
  return {
    at: new Date(served.atMs).toISOString(),
    activityId,
    ...(served.correlatedId !== undefined && { correlatedId: served.correlatedId }),
    operation: operationOf(served),
    ...namesOf(served),
    ...(key !== undefined && { key }),
    partitions: partitionsOf(served),
    status,
    ...(substatus !== undefined && { substatus }),
    charge: chargeRu,
    ms: rounded(served.totalMs),
    stages: {
      authenticate: rounded(served.authenticateMs),
      receive: rounded(served.receiveMs),
      work: rounded(Math.max(0, served.totalMs - served.authenticateMs - served.receiveMs)),
    },
    ...(items !== undefined && { items }),
    bytes,
    ...(served.query !== undefined && { query: queryText(served.query) }),
    ...(why !== undefined && { why }),
    ...(fault !== undefined && { fault }),
    method,
    path: target,
    ...(served.client !== undefined && { client: served.client }),
  };
}

/** `read item`, `query items`, `plan query` … */
export function operationOf({
  verb,
  resource,
  method,
}: Pick<ServedRequest, "verb" | "resource" | "method">): string {
  const names = resource === undefined ? undefined : RESOURCES[resource];
  if (verb === undefined || names === undefined) return method.toLowerCase();
  if (verb === "changes") return `changes of ${names[1]}`;
  if (verb === "queryPlan") return "plan query";
  return `${verb} ${OF_MANY.has(verb) ? names[1] : names[0]}`;
}

/** By the names of the answer, where the client has named resource ids. */
function namesOf({ target, owner }: ServedRequest): Pick<ShownRequest, "database" | "container" | "id"> {
  const [database, container] = /^dbs\/([^/]+)(?:\/colls\/([^/]+))?/.exec(owner ?? "")?.slice(1) ?? [];
  const segments = segmentsOf(target);
  const named = (type: string, at: number) => (segments[at]?.type === type ? segments[at].id : undefined);
  const names = {
    database: database ?? named("dbs", 0),
    container: container ?? named("colls", 1),
    id: segments[2]?.id,
  };
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
}

function segmentsOf(target: string): ReturnType<typeof parseResourcePath>["segments"] {
  try {
    return parseResourcePath(target).segments;
  } catch {
    return [];
  }
}

/** Of a bulk over several, those whose progress the client was told. */
function partitionsOf({
  partition,
  sessionToken,
  ranges,
  resource,
  status,
}: ServedRequest): readonly string[] {
  if (partition !== undefined) return [partition];
  if (ranges !== undefined) return ranges;
  if (resource !== "docs" || status >= 400 || sessionToken === undefined) return [];
  return sessionToken.split(",").flatMap((part) => /^\d+(?=:)/.exec(part) ?? []);
}

/** From the body, or from the beginning of one. */
function queryText(body: string): string {
  const [, escaped] = /"query"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(body) ?? [];
  if (escaped === undefined) return "";
  try {
    return JSON.parse(`"${escaped}"`) as string;
  } catch {
    return escaped;
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
