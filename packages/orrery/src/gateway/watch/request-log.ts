/** A line for each request. All lines of one turn of the event loop are written at once. */
import { requestLine } from "./request-line.ts";
import type { ServedRequest } from "./served-request.ts";
import { shownRequest } from "./shown-request.ts";

export interface RequestLogOptions {
  readonly format: "text" | "json";
  readonly write: (lines: string) => void;
}

export class RequestLog {
  readonly #options: RequestLogOptions;
  #waiting: ServedRequest[] = [];

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  note(served: ServedRequest): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#write());
    this.#waiting.push(served);
  }

  #write(): void {
    const lines = this.#waiting.map((served) => {
      const shown = shownRequest(served);
      return `${this.#options.format === "json" ? JSON.stringify(shown) : requestLine(shown)}\n`;
    });
    this.#waiting = [];
    this.#options.write(lines.join(""));
  }
}
