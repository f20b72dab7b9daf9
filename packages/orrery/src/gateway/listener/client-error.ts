/** The answer to what is not HTTP, or not in time, as a JSON body; a request handler never sees these. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

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
  endWith(socket, ANSWERS.get(error.code) ?? BAD_REQUEST);
}

/** To a request that does not come to its end. */
export function answerLate(socket: Duplex): void {
  endWith(socket, REQUEST_TIMEOUT);
}

/** A listener of the HTTP server's `connect`: this is no proxy. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  endWith(socket, {
    status: "405 Method Not Allowed",
    code: "MethodNotAllowed",
    message: "The method CONNECT is not served here.",
  });
}

/** A listener of the HTTP server's `checkExpectation`: 100-continue is the only one that is met. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = bodyOf({
    status: "417 Expectation Failed",
    code: "ExpectationFailed",
    message: "The header 'expect' may only be 100-continue.",
  });
  response.writeHead(417, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  });
  response.end(body);
}

function endWith(socket: Duplex, answer: Answer): void {
  const { status } = answer;
  const body = bodyOf(answer);
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`, () => socket.destroy());
}
