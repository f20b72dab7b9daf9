/**
 * The control API under /_orrery/: it shows what the service keeps to itself, and brings about what a test needs. JSON
 * in and out, signed like every request; docs/control-api.md describes it.
 */

import type { ControlCall } from "../../../api/control-api.ts";
import { Failure } from "../../../value/failure.ts";
import { CONTROL_PREFIX } from "../../../wire/resource-path.ts";
import type { RequestContext } from "../../context/request-context.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import { cancelAdvice, readAdvice, readAdviceReport, startAdvice } from "./advice.ts";
import { makeCheckpoint } from "./checkpoint.ts";
import { advanceClock, readClock } from "./clock.ts";
import { ControlRequest } from "./control-request.ts";
import { addFault, clearFaults, listFaults, readFault, removeFault, switchFault } from "./faults.ts";
import {
  listContainers,
  readBuckets,
  readContainer,
  readHeat,
  readHistory,
  readKeys,
  readPartitions,
  readThrottle,
  setBuckets,
  setThrottle,
} from "./figures.ts";
import { readMetrics } from "./metrics.ts";
import { exchangeNames, holdWriters, releaseWriters } from "./naming.ts";
import { drainNode, listNodes, passUnit, spendOnPartition } from "./nodes.ts";
import { countRecorded, readRecording, startRecording, stopRecording } from "./recording.ts";
import { REPARTITION_ROUTES } from "./repartition.ts";
import { readRequests } from "./requests.ts";
import { resetAccount } from "./reset.ts";
import { readQueryWords, readServer } from "./server.ts";
import { mergePartitions, redistributeThroughput, shareOutPartitions, splitPartition } from "./topology.ts";

type ControlRoute = (request: ControlRequest) => Promise<GatewayResponse>;

const ROUTES: Readonly<Record<ControlCall, ControlRoute>> = {
  "GET server": readServer,
  "GET query-words": readQueryWords,
  "GET containers": listContainers,
  "GET requests": readRequests,
  "GET metrics": readMetrics,
  "GET C": readContainer,
  "GET C/partitions": readPartitions,
  "PUT C/partitions": shareOutPartitions,
  "GET C/keys": readKeys,
  "GET C/history": readHistory,
  "GET C/heat": readHeat,
  "GET C/throttle": readThrottle,
  "PUT C/throttle": setThrottle,
  "GET C/buckets": readBuckets,
  "PUT C/buckets": setBuckets,
  "POST C/partitions/{partition}/split": splitPartition,
  "POST C/merge": mergePartitions,
  "POST C/redistribute": redistributeThroughput,
  "POST C/hold": holdWriters,
  "POST C/release": releaseWriters,
  "POST C/exchange": exchangeNames,
  "GET C/recording": countRecorded,
  "POST C/advice": startAdvice,
  "GET C/advice": readAdvice,
  "DELETE C/advice": cancelAdvice,
  "GET C/advice/report": readAdviceReport,
  ...REPARTITION_ROUTES,
  "GET nodes": listNodes,
  "POST nodes/{node}/drain": drainNode,
  "GET clock": readClock,
  "POST clock": advanceClock,
  "GET faults": listFaults,
  "POST faults": addFault,
  "DELETE faults": clearFaults,
  "GET faults/{rule}": readFault,
  "PUT faults/{rule}": switchFault,
  "DELETE faults/{rule}": removeFault,
  "POST reset": resetAccount,
  "POST checkpoint": makeCheckpoint,
  "POST recording": startRecording,
  "GET recording": readRecording,
  "DELETE recording": stopRecording,
};

/** Requests of other nodes. */
const NODE_ROUTES: Readonly<Record<string, ControlRoute>> = {
  "POST nodes/pass": passUnit,
  "POST nodes/spending": spendOnPartition,
};

const PATTERNS = Object.entries({ ...NODE_ROUTES, ...ROUTES }).map(([pattern, route]) => {
  const [method, path] = pattern.split(" ");
  return {
    method: method!,
    parts: path!.replace(/^C\b/, "dbs/{database}/colls/{container}").split("/"),
    route,
  };
});

export async function control(context: RequestContext): Promise<GatewayResponse> {
  const { request, access } = context;
  if (access.kind === "token") {
    throw new Failure(
      "forbidden",
      "The control API needs an account key; a resource token opens nothing of it.",
    );
  }
  const parts = request.path.signedLink
    .slice(CONTROL_PREFIX.length - 1)
    .split("/")
    .map(decode);
  const methods: string[] = [];
  for (const { method, parts: pattern, route } of PATTERNS) {
    const names = match(pattern, parts);
    if (names !== undefined && method === request.method) return route(new ControlRequest(context, names));
    if (names !== undefined) methods.push(method);
  }
  if (methods.length > 0) {
    throw new Failure(
      "methodNotAllowed",
      `The control API has no ${request.method} ${request.target}, but ${methods.join(" and ")}.`,
    );
  }
  throw new Failure(
    "notFound",
    `The control API has no ${request.method} ${request.target}. It has: ${Object.keys(ROUTES).join(", ")}, where C is dbs/{database}/colls/{container}.`,
  );
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const names: Record<string, string> = {};
  for (const [i, expected] of pattern.entries()) {
    const part = parts[i]!;
    if (expected.startsWith("{")) names[expected.slice(1, -1)] = part;
    else if (expected !== part) return undefined;
  }
  return names;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Failure("badRequest", `The path has a malformed percent escape: '${text}'.`);
  }
}
