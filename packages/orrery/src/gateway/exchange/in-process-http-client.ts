/**
 * A client's transport without a socket: the `httpClient` of `@azure/cosmos`, which hands each request to a function
 * in the same process. The interfaces say what the SDK's pipeline gives and reads, so that the pipeline's package is
 * not needed here.
 *
 * The URL goes through `URL` as it would on its way to a socket, so that both ways serve the same paths.
 */
import { ResponseHeader } from "../../wire/headers.ts";
import { GatewayRequest } from "./gateway-request.ts";
import type { GatewayResponse } from "./gateway-response.ts";
import { BODY_BYTES_MAX, bodyTooLarge } from "./read-body.ts";

interface ClientHeaders extends Iterable<[string, string]> {
  get(name: string): string | undefined;
  has(name: string): boolean;
  set(name: string, value: string | number | boolean): void;
  delete(name: string): void;
  toJSON(options?: { preserveCase?: boolean }): { [name: string]: string };
}

interface ClientRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: ClientHeaders;
  readonly body?: unknown;
  readonly abortSignal?: AbortSignalLike;
}

interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

interface ClientResponse<Request> {
  readonly request: Request;
  readonly status: number;
  readonly headers: ClientHeaders;
  readonly bodyAsText: string;
}

export class InProcessHttpClient {
  readonly #serve: (request: GatewayRequest) => Promise<GatewayResponse>;

  constructor(serve: (request: GatewayRequest) => Promise<GatewayResponse>) {
    this.#serve = serve;
  }

  async sendRequest<Request extends ClientRequest>(request: Request): Promise<ClientResponse<Request>> {
    const { status, headers, body, isCut } = await untilAborted(request.abortSignal, () =>
      this.#serve(toGatewayRequest(request)),
    );
    if (isCut) throw new ConnectionReset();
    const clientHeaders = new PlainHeaders();
    for (const [name, value] of Object.entries(headers)) clientHeaders.set(name, value);
    if (body !== undefined) clientHeaders.set(ResponseHeader.contentLength, body.length);
    return { request, status, headers: clientHeaders, bodyAsText: body?.toString("utf8") ?? "" };
  }
}

function toGatewayRequest({ url, method, headers, body, abortSignal }: ClientRequest): GatewayRequest {
  const { pathname, search, protocol, host } = new URL(url);
  return new GatewayRequest({
    method,
    target: pathname + search,
    headers: headers.toJSON(),
    secure: protocol === "https:",
    host,
    readBody: async () => {
      const bytes = toBuffer(body);
      if (bytes.length > BODY_BYTES_MAX) throw bodyTooLarge();
      return bytes;
    },
    isGone: () => abortSignal?.aborted ?? false,
  });
}

function toBuffer(body: unknown): Buffer {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (typeof body === "string") return Buffer.from(body);
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  throw new TypeError("A body in process must be a string or bytes.");
}

/** A query ends at its next pause, other work goes on, as on a server whose client hangs up. */
async function untilAborted<T>(signal: AbortSignalLike | undefined, work: () => Promise<T>): Promise<T> {
  if (signal === undefined) return work();
  if (signal.aborted) throw new AbortError();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new AbortError());
    signal.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** The SDK knows it by its name. */
class AbortError extends Error {
  override readonly name = "AbortError";
  constructor() {
    super("The operation was aborted.");
  }
}

/** As of a socket that the server closes. */
class ConnectionReset extends Error {
  readonly code = "ECONNRESET";
  constructor() {
    super("The server closed the connection without an answer (ECONNRESET).");
  }
}

/** Names in lower case, as answers have them. */
class PlainHeaders implements ClientHeaders {
  readonly #values = new Map<string, string>();

  get(name: string): string | undefined {
    return this.#values.get(name.toLowerCase());
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string | number | boolean): void {
    this.#values.set(name.toLowerCase(), String(value));
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  toJSON(): { [name: string]: string } {
    return Object.fromEntries(this.#values);
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#values.entries();
  }
}
