/**
 * The control API under /_orrery/: it shows what the service keeps to itself, and brings about what a test needs. JSON
 * in and out, signed like every request; docs/control-api.md describes it.
 */

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
import { planRepartition, REPARTITION_ACTIONS, readRepartition, startRepartition } from "./repartition.ts";
import { readRequests } from "./requests.ts";
import { resetAccount } from "./reset.ts";
import { readQueryWords, readServer } from "./server.ts";
import { mergePartitions, redistributeThroughput, shareOutPartitions, splitPartition } from "./topology.ts";

type ControlRoute = (request: ControlRequest) => Promise<GatewayResponse>;

const CONTAINER = "dbs/{database}/colls/{container}";

const ROUTES: Readonly<Record<string, ControlRoute>> = {
  "GET server": readServer,
  "GET query-words": readQueryWords,
  "GET containers": listContainers,
  "GET requests": readRequests,
  "GET metrics": readMetrics,
  [`GET ${CONTAINER}`]: readContainer,
  [`GET ${CONTAINER}/partitions`]: readPartitions,
  [`PUT ${CONTAINER}/partitions`]: shareOutPartitions,
  [`GET ${CONTAINER}/keys`]: readKeys,
  [`GET ${CONTAINER}/history`]: readHistory,
  [`GET ${CONTAINER}/heat`]: readHeat,
  [`GET ${CONTAINER}/throttle`]: readThrottle,
  [`PUT ${CONTAINER}/throttle`]: setThrottle,
  [`GET ${CONTAINER}/buckets`]: readBuckets,
  [`PUT ${CONTAINER}/buckets`]: setBuckets,
  [`POST ${CONTAINER}/partitions/{partition}/split`]: splitPartition,
  [`POST ${CONTAINER}/merge`]: mergePartitions,
  [`POST ${CONTAINER}/redistribute`]: redistributeThroughput,
  [`POST ${CONTAINER}/hold`]: holdWriters,
  [`POST ${CONTAINER}/release`]: releaseWriters,
  [`POST ${CONTAINER}/exchange`]: exchangeNames,
  [`GET ${CONTAINER}/recording`]: countRecorded,
  [`POST ${CONTAINER}/advice`]: startAdvice,
  [`GET ${CONTAINER}/advice`]: readAdvice,
  [`DELETE ${CONTAINER}/advice`]: cancelAdvice,
  [`GET ${CONTAINER}/advice/report`]: readAdviceReport,
  [`POST ${CONTAINER}/repartition`]: startRepartition,
  [`GET ${CONTAINER}/repartition`]: readRepartition,
  [`POST ${CONTAINER}/repartition/plan`]: planRepartition,
  ...Object.fromEntries(
    Object.entries(REPARTITION_ACTIONS).map(([name, route]) => [
      `POST ${CONTAINER}/repartition/${name}`,
      route,
    ]),
  ),
  "GET nodes": listNodes,
  "POST nodes/pass": passUnit,
  "POST nodes/spending": spendOnPartition,
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

const PATTERNS = Object.entries(ROUTES).map(([pattern, route]) => {
  const [method, path] = pattern.split(" ");
  return { method: method!, parts: path!.split("/"), route };
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
    `The control API has no ${request.method} ${request.target}. It has: ${Object.keys(ROUTES).join(", ")}.`,
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
