/**
 * A line in the log for each request whose signature or token was refused, so that somebody who guesses is seen. Whoever
 * floods the server does not flood the log: past a number of lines in a minute, the others are only counted. A line has
 * nothing that opens anything, and what the client wrote stands in quotes.
 */
import type { Failure } from "../../value/failure.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";

export const REFUSAL_LINES_PER_MINUTE_MAX = 60;
const MINUTE_MS = 60_000;
const SHOWN_CHARACTERS_MAX = 200;

export interface RefusalLogOptions {
  readonly nowMs: () => number;
  readonly write: (line: string) => void;
}

export class RefusalLog {
  readonly #options: RefusalLogOptions;
  #minuteStartMs = Number.NEGATIVE_INFINITY;
  #refused = 0;

  constructor(options: RefusalLogOptions) {
    this.#options = options;
  }

  note(request: GatewayRequest, { message }: Failure, activityId: string): void {
    const { nowMs, write } = this.#options;
    const now = nowMs();
    if (now - this.#minuteStartMs >= MINUTE_MS) {
      const untold = this.#refused - REFUSAL_LINES_PER_MINUTE_MAX;
      if (untold > 0) write(`${untold} more requests were refused with 401 in that minute.`);
      this.#minuteStartMs = now;
      this.#refused = 0;
    }
    this.#refused++;
    if (this.#refused > REFUSAL_LINES_PER_MINUTE_MAX) return;
    const from = request.clientAddress ?? "this process";
    const what = `${request.method} ${quoted(request.target)} from ${from} was refused with 401 (${activityId})`;
    // The first sentence says why; what would have to be signed may follow.
    write(`${what}: ${quoted(message.split(". ")[0]!)}`);
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_CHARACTERS_MAX));
}
