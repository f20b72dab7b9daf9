/** The answer to what is not HTTP, or not in time, as a JSON body; a request handler never sees these. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Answer {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

const BAD_REQUEST: Answer = {
  status: "400 Bad Request",
  code: "BadRequest",
  message: "The request is not valid HTTP/1.1.",
};

/** By the codes of Node's parser and timers. */
const ANSWERS: ReadonlyMap<string | undefined, Answer> = new Map([
  [
    "HPE_HEADER_OVERFLOW",
    {
      status: "431 Request Header Fields Too Large",
      code: "BadRequest",
      message: "The headers are too large.",
    },
  ],
  [
    "ERR_HTTP_REQUEST_TIMEOUT",
    {
      status: "408 Request Timeout",
      code: "RequestTimeout",
      message: "The request took too long to arrive.",
    },
  ],
]);

/** Node keeps the response to the request under way here. */
type ServedSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** A listener of the HTTP server's `clientError`. */
export function answerClientError(error: NodeJS.ErrnoException, socket: ServedSocket): void {
  // After the headers of a response, this answer would be taken for a part of its body.
  const isAnswering = socket._httpMessage?.headersSent ?? false;
  if (!socket.writable || isAnswering || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { status, code, message } = ANSWERS.get(error.code) ?? BAD_REQUEST;
  const body = JSON.stringify({ code, message });
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`, () => socket.destroy());
}
