/** How long a request waits, by a distribution. */
import type { FaultLatency } from "../../api/control-api.ts";

/** Of one wait, whatever a distribution's tail would say. */
export const LATENCY_MS_MAX = 600_000;

/** The standard normal distribution's 99th percentile. */
const NORMAL_P99 = 2.3263478740408408;

/** `random` is uniform in [0, 1). */
export function latencyMs(latency: FaultLatency, random: () => number): number {
  return Math.min(LATENCY_MS_MAX, drawn(latency, random));
}

function drawn(latency: FaultLatency, random: () => number): number {
  if ("ms" in latency) return latency.ms;
  if ("fromMs" in latency) return latency.fromMs + random() * (latency.toMs - latency.fromMs);
  if ("meanMs" in latency) return -latency.meanMs * Math.log(1 - random());
  const sigma = Math.log(latency.p99Ms / latency.medianMs) / NORMAL_P99;
  return latency.medianMs * Math.exp(sigma * normal(random));
}

/** By the method of Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
