/**
 * Every request of a history with its response, one line of JSON each, so that an alarm can be decided afterwards: also
 * requests whose outcome nobody learned, responses that came too late, continuation tokens and session tokens. Bodies are whole,
 * but for the system properties of listed items. The file is removed unless it is kept.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answer, RequestOptions } from "../harness/signed-client.ts";

const KEPT_HEADERS = [
  "x-ms-continuation",
  "x-ms-session-token",
  "x-ms-substatus",
  "x-ms-activity-id",
  "etag",
  "lsn",
];

export interface LoggedRequest {
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  readonly options: RequestOptions | undefined;
  readonly beginMs: number;
}

export class RequestLog {
  readonly #folder = mkdtempSync(join(tmpdir(), "orrery-history-"));
  readonly path = join(this.#folder, "requests.ndjson");
  readonly #file = openSync(this.path, "w");
  #isKept = false;
  #isOpen = true;

  /** `outcome`: the response, or how the request failed. */
  note({ options, ...request }: LoggedRequest, outcome: Answer | string): void {
    if (!this.#isOpen) return;
    const entry = {
      ...request,
      endMs: performance.now(),
      sent: { headers: options?.headers, body: options?.body },
      ...(typeof outcome === "string" ? { outcome } : received(outcome)),
    };
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  /** Where the file is, which stays. */
  keep(): string {
    this.#isKept = true;
    return this.path;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#file);
    if (!this.#isKept) rmSync(this.#folder, { recursive: true });
  }
}

function received({ status, headers, text }: Answer): object {
  const kept = KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  return { status, received: { headers: Object.fromEntries(kept), body: listedItems(text) ?? text } };
}

function listedItems(text: string): object | undefined {
  if (!text.includes('"Documents":')) return undefined;
  const { Documents: items } = JSON.parse(text) as { readonly Documents: readonly object[] };
  return items.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !name.startsWith("_"))),
  );
}
