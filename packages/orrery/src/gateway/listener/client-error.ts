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

const REQUEST_TIMEOUT: Answer = {
  status: "408 Request Timeout",
  code: "RequestTimeout",
  message: "The request took too long to arrive.",
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
  ["ERR_HTTP_REQUEST_TIMEOUT", REQUEST_TIMEOUT],
]);

/** The same for a request over HTTP/2, which is late alone and not with its connection. */
export const LATE_REQUEST = { status: 408, body: bodyOf(REQUEST_TIMEOUT) };

function bodyOf({ code, message }: Answer): string {
  return JSON.stringify({ code, message });
}

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
  const answer = ANSWERS.get(error.code) ?? BAD_REQUEST;
  const { status } = answer;
  const body = bodyOf(answer);
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`, () => socket.destroy());
}
