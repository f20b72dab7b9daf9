/**
 * A process that attacks until it is told to stop. Clients wait as long as a refusal tells them to, as good clients do:
 * it is their number that hurts.
 */
import { Agent, type IncomingHttpHeaders, request as sendRequest } from "node:http";
import { setTimeout } from "node:timers/promises";
import { signedHeaders } from "../../tests/harness/signed-client.ts";
import { ATTACKS, type AttackRequest } from "./attacks.ts";
import { PROBED } from "./data.ts";

const WAIT_MS_MAX = 5_000;

export interface AttackOrder {
  readonly attack: string;
  readonly endpoint: string;
  readonly key: string;
}

export interface AttackReport {
  /** Of every answer, and of connections that broke. */
  readonly statuses: readonly (readonly [string, number])[];
  readonly slowestMs: number;
  /** Of new connections with their one request. */
  readonly connections: number;
  readonly slowestConnectionMs: number;
}

const statuses = new Map<string, number>();
let slowestMs = 0;
let connections = 0;
let slowestConnectionMs = 0;

process.on("message", (message: AttackOrder | "report") => {
  if (message === "report") {
    process.send!({ statuses: [...statuses], slowestMs, connections, slowestConnectionMs });
    return;
  }
  const attack = ATTACKS.find(({ name }) => name === message.attack)!;
  const agent = new Agent({ keepAlive: true, maxSockets: attack.clients });
  const request = attack.request();
  const first = Array.from({ length: attack.clients }, () => attackForever(message, agent, request));
  for (let i = 0; i < (attack.connecting ?? 0); i++) void connectForever(message);
  void Promise.all(first).then(() => process.send!("all were answered"));
});
process.send!("ready");

/** Resolves after the first time, and goes on. */
async function attackForever(order: AttackOrder, agent: Agent, request: AttackRequest): Promise<void> {
  await attackOnce(order, agent, request);
  void attackForever(order, agent, request);
}

async function attackOnce(order: AttackOrder, agent: Agent, request: AttackRequest): Promise<void> {
  let continuation: string | undefined;
  do {
    const startMs = performance.now();
    const answer = await send(order, agent, request, continuation);
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
    count(answer.status);
    if (answer.status.startsWith("2")) {
      continuation = answer.headers["x-ms-continuation"] as string | undefined;
      continue;
    }
    const retryMs = Number(answer.headers["x-ms-retry-after-ms"] ?? 1);
    await setTimeout(Math.min(retryMs, WAIT_MS_MAX));
  } while (continuation !== undefined);
}

async function connectForever(order: AttackOrder): Promise<void> {
  const request = {
    method: "GET",
    path: PROBED.path,
    headers: { "x-ms-documentdb-partitionkey": JSON.stringify([PROBED.key]) },
    body: "",
  };
  for (;;) {
    const startMs = performance.now();
    const agent = new Agent({ keepAlive: false });
    const { status } = await send(order, agent, request);
    if (status === "200") connections++;
    else count(`connection ${status}`);
    slowestConnectionMs = Math.max(slowestConnectionMs, performance.now() - startMs);
    agent.destroy();
    await setTimeout(1);
  }
}

function count(status: string): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** A connection that fails has the code of its failure for a status. */
function send(
  { endpoint, key }: AttackOrder,
  agent: Agent,
  { method, path, headers, body }: AttackRequest,
  continuation?: string,
): Promise<{ readonly status: string; readonly headers: IncomingHttpHeaders }> {
  const { hostname, port } = new URL(endpoint);
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ status: error.code ?? error.message, headers: {} });
    const request = sendRequest(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          ...signedHeaders(key, method, path),
          ...headers,
          "content-length": Buffer.byteLength(body),
          ...(continuation === undefined ? {} : { "x-ms-continuation": continuation }),
        },
      },
      (response) => {
        response.on("error", fail);
        response.on("end", () => resolve({ status: String(response.statusCode), headers: response.headers }));
        response.resume();
      },
    );
    request.on("error", fail);
    request.end(body);
  });
}
