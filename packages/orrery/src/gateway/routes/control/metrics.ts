/** What Prometheus reads: requests, times, request units, containers, and the state of the process. */
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { PRODUCT_VERSION } from "../../../wire/product.ts";
import { parseResourcePath } from "../../../wire/resource-path.ts";
import { METRICS_CONTENT_TYPE, type Metric, metricsText, type Sample } from "../../watch/metrics-text.ts";
import { type OperationCounts, type RequestMetrics, TIME_BOUNDS_MS } from "../../watch/request-metrics.ts";
import { type ControlRequest, ControlText } from "./control-request.ts";

export async function readMetrics(request: ControlRequest): Promise<ControlText> {
  const { metrics } = request.services;
  const containers = await request.engine.partitions.containers();
  const ofContainers = (name: string, help: string, figure: (each: (typeof containers)[number]) => number) =>
    gauge(
      `orrery_container_${name}`,
      help,
      containers.map((each) => ({
        labels: { database: each.database, container: each.container },
        value: figure(each),
      })),
    );
  const text = metricsText([
    gauge("orrery_info", "Which version this is.", [{ labels: { version: PRODUCT_VERSION }, value: 1 }]),
    ...requestMetrics(metrics),
    ofContainers("partitions", "Physical partitions.", ({ partitions }) => partitions),
    ofContainers("items", "Items.", ({ items }) => items),
    ofContainers("bytes", "Bytes of all items.", ({ bytes }) => bytes),
    ofContainers("used_ru_per_second", "RU/s of the last ten seconds.", (each) => each.usedRuPerSecond),
    ofContainers(
      "throttled_per_second",
      "Requests a second of the last ten seconds that were refused with 429, or would be on the service.",
      (each) => each.throttledPerSecond,
    ),
    ...nodeMetrics(request),
    ...processMetrics(),
  ]);
  return new ControlText(text, METRICS_CONTENT_TYPE);
}

/** Of one of several nodes. */
function nodeMetrics({ services: { nodes } }: ControlRequest): Metric[] {
  if (nodes === undefined) return [];
  const { forwarded, cluster } = nodes;
  return [
    counter("orrery_forwarded_requests_total", "Requests that another node answered.", [
      { value: forwarded },
    ]),
    counter("orrery_failovers_total", "Partitions taken from nodes that had gone.", [
      { value: cluster.failovers },
    ]),
  ];
}

function requestMetrics({ operations, ru }: RequestMetrics): Metric[] {
  return [
    counter(
      "orrery_requests_total",
      "Requests of clients, by operation and status.",
      operations.flatMap(({ operation, byStatus }) =>
        [...byStatus].map(([status, value]) => ({ labels: { operation, status }, value })),
      ),
    ),
    {
      name: "orrery_request_duration_seconds",
      type: "histogram",
      help: "How long requests took, by operation.",
      samples: operations.flatMap(durationSamples),
    },
    counter(
      "orrery_request_units_total",
      "Request units of all answers, by container.",
      [...ru].map(([owner, value]) => ({ labels: namesOf(owner), value: rounded(value) })),
    ),
  ];
}

function durationSamples({ operation, times, totalMs }: OperationCounts): Sample[] {
  let count = 0;
  const buckets = times.map((inClass, i) => {
    count += inClass;
    const bound = TIME_BOUNDS_MS[i];
    const le = bound === undefined ? "+Inf" : String(bound / 1000);
    return { suffix: "_bucket", labels: { operation, le }, value: count };
  });
  return [
    ...buckets,
    { suffix: "_sum", labels: { operation }, value: rounded(totalMs / 1000) },
    { suffix: "_count", labels: { operation }, value: count },
  ];
}

function namesOf(owner: string): Record<string, string> {
  const [database, container] = owner === "" ? [] : parseResourcePath(`/${owner}`).segments;
  return { database: database?.id ?? "", container: container?.id ?? "" };
}

/** From the first question on; each answer tells of the time since the one before. */
let loopDelay: IntervalHistogram | undefined;

function processMetrics(): Metric[] {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  if (loopDelay === undefined) (loopDelay = monitorEventLoopDelay({ resolution: 10 })).enable();
  const [p50, p99, max] = [loopDelay.percentile(50), loopDelay.percentile(99), loopDelay.max];
  const isEmpty = loopDelay.count === 0;
  loopDelay.reset();
  const delay = (quantile: string, ns: number) => ({ labels: { quantile }, value: ns / 1e9 });
  return [
    gauge(
      "orrery_event_loop_delay_seconds",
      "How late timers of 10 ms came since the figures were last read.",
      isEmpty ? [] : [delay("0.5", p50), delay("0.99", p99), delay("1", max)],
    ),
    gauge("process_resident_memory_bytes", "Memory of the process.", [{ value: rss }]),
    gauge("orrery_heap_used_bytes", "Memory of JavaScript objects.", [{ value: heapUsed }]),
    gauge("orrery_external_bytes", "Memory of buffers and such.", [{ value: external }]),
    counter("process_cpu_seconds_total", "Time of processors that the process has used.", [
      { value: (user + system) / 1e6 },
    ]),
    gauge("process_start_time_seconds", "When the process began, in seconds since 1970.", [
      { value: Math.round(performance.timeOrigin / 1000) },
    ]),
  ];
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, type: "counter", help, samples };
}

function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, type: "gauge", help, samples };
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
