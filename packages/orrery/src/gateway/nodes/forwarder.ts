/**
 * Sends requests on to other nodes, over connections that are kept. A request goes as the client sent it, with its signature: the
 * other node looks at that again. The header names the node that is meant, by an id that only nodes and holders of an account key
 * can know.
 */
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest, Agent as SecureAgent } from "node:https";
import type { Member } from "../../cluster/membership.ts";
import { Failure } from "../../value/failure.ts";
import { RequestHeader, ResponseHeader, type ResponseHeaders } from "../../wire/headers.ts";
import type { GatewayRequest } from "../gateway-request.ts";
import type { GatewayResponse } from "../gateway-response.ts";

/** To one node. */
export const CONNECTIONS_MAX = 256;

/** Of the connection, or of the browser and the page it shows: whether that may use this account was looked at already. */
const NOT_FORWARDED = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
]);
const NOT_ANSWERED = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"]);

/** A node that does not answer, or does not serve what was asked for. Nothing was done. */
export class NotThere extends Error {
  override readonly name = "NotThere";
}

export class Forwarder {
  readonly #agents = new Map<string, Agent>();
  #forwarded = 0;

  /** Requests that another node answered. */
  get forwarded(): number {
    return this.#forwarded;
  }

  /** Fails with `NotThere` if the other node cannot have done anything, or if the request only reads. */
  async send(node: Member, request: GatewayRequest): Promise<GatewayResponse> {
    const body = await request.body();
    const answer = await this.exchange(node, request, {
      method: request.method,
      target: request.target,
      headers: forwardedHeaders(request.headers),
      body,
    });
    this.#forwarded++;
    return answer;
  }

  async exchange(
    node: Member,
    { isRead }: { readonly isRead: boolean },
    {
      method,
      target,
      headers,
      body,
    }: {
      readonly method: string;
      readonly target: string;
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly body: Buffer;
    },
  ): Promise<GatewayResponse> {
    const url = new URL(node.address ?? "http://0.0.0.0");
    const isSecure = url.protocol === "https:";
    let message: IncomingMessage;
    let sent: ClientRequest | undefined;
    try {
      message = await new Promise((resolve, reject) => {
        sent = (isSecure ? httpsRequest : httpRequest)({
          hostname: url.hostname.replace(/^\[|\]$/g, ""),
          port: url.port,
          method,
          path: target,
          agent: this.#agentOf(node.id, isSecure),
          headers: {
            ...headers,
            ...((body.length > 0 || method === "POST" || method === "PUT") && {
              "content-length": body.length,
            }),
            [RequestHeader.node]: node.id,
          },
        });
        sent.on("response", resolve).on("error", reject).end(body);
      });
      const answer = await responseOf(message);
      if (answer.headers[ResponseHeader.notServed] !== undefined)
        throw new NotThere("It serves something else.");
      return answer;
    } catch (error) {
      if (error instanceof NotThere) throw error;
      // Without a connection nothing can have arrived.
      if (isRead || isRefused(error)) throw new NotThere(String(error), { cause: error });
      throw new Failure(
        "timeout",
        "The node that served the request did not answer: whether it was done is not known. Read before you repeat it.",
        { cause: error },
      );
    }
  }

  /** Connections to other nodes than these end: who waits for an answer of theirs waits in vain. */
  keep(nodes: ReadonlySet<string>): void {
    for (const [id, agent] of this.#agents) {
      if (nodes.has(id)) continue;
      this.#agents.delete(id);
      agent.destroy();
    }
  }

  close(): void {
    this.keep(new Set());
  }

  #agentOf(id: string, isSecure: boolean): Agent {
    let agent = this.#agents.get(id);
    if (agent === undefined) {
      const settings = { keepAlive: true, maxSockets: CONNECTIONS_MAX };
      this.#agents.set(id, (agent = isSecure ? new SecureAgent(settings) : new Agent(settings)));
    }
    return agent;
  }
}

function forwardedHeaders(headers: GatewayRequest["headers"]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !NOT_FORWARDED.has(name) && !name.startsWith(":")) kept[name] = value;
  return kept;
}

async function responseOf(message: IncomingMessage): Promise<GatewayResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const headers: ResponseHeaders = {};
  for (const [name, value] of Object.entries(message.headers))
    if (typeof value === "string" && !NOT_ANSWERED.has(name)) headers[name as ResponseHeader] = value;
  return { status: message.statusCode!, headers, body: Buffer.concat(chunks) };
}

function isRefused(error: unknown): boolean {
  const { code } = error as { readonly code?: string };
  return /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code ?? "");
}
