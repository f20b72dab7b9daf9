/** Sends many requests of one kind over a fixed number of connections, and tells how many were answered a second. */
import type { Answer, RequestOptions, SignedClient } from "../../tests/harness/signed-client.ts";

export const CONNECTIONS = 32;

export interface Request extends RequestOptions {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export async function send(client: SignedClient, request: Request): Promise<Answer> {
  const { method, path, status, ...options } = request;
  const answer = await client.send(method, path, options);
  if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
}

export async function perSecond(client: SignedClient, requests: readonly Request[]): Promise<number> {
  let next = 0;
  const startMs = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let i = next++; i < requests.length; i = next++) await send(client, requests[i]!);
    }),
  );
  return (requests.length / (performance.now() - startMs)) * 1000;
}

/** The time of one piece of work that is not many requests side by side. */
export async function elapsedSeconds(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1000;
}
