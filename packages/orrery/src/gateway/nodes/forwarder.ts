/** Sends requests on to other nodes, over one peer connection to each, which stays open. */
import type { KeyObject } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type Aim, NotThere, parseAim } from "../../cluster/serve-where-owned.ts";
import { Failure } from "../../value/failure.ts";
import { ResponseHeader } from "../../wire/headers.ts";
import type { Access } from "../auth/access.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { RelayBroken } from "../relay/relay-client.ts";
import type { RelayTerms } from "../relay/relay-frames.ts";
import { forwardedRequest } from "./forwarded-request.ts";
import { PeerClient, type PeerExchange, type PeerNode } from "./peer-client.ts";

/** Of a request of the node itself. */
const CONTROL_TERMS: RelayTerms = { access: { kind: "full" }, aim: "named" };

interface ForwarderOptions {
  /** Of the account, that may do everything. */
  readonly keys: () => readonly KeyObject[];
  readonly log: (level: "warn", message: string) => void;
}

export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #peers = new Map<string, PeerClient>();
  /** Why other nodes could not be talked to: reported once each. */
  readonly #refusals = new Set<string>();
  #forwarded = 0;

  constructor(options: ForwarderOptions) {
    this.#options = options;
  }

  /** Requests that another node answered. */
  get forwarded(): number {
    return this.#forwarded;
  }

  /** Fails with `NotThere` if the other node cannot have done anything, or if the request only reads. */
  async send(node: PeerNode, request: GatewayRequest, access: Access, aim: Aim): Promise<GatewayResponse> {
    // As a whole: if the other node does not serve it, it is sent to the next.
    const body = request.mayHaveBody ? await request.body() : undefined;
    const forwarded = forwardedRequest(request, body?.length ?? 0);
    const exchange = this.#peerFor(node).exchange(forwarded, { access, aim }, body);
    request.memory?.whenOver(() => exchange.cancel());
    const answer = await answerOf(exchange, request.isRead);
    this.#forwarded++;
    return answer;
  }

  /** A request of this node itself to the control API of another. */
  async control(node: PeerNode, method: string, target: string, body?: object): Promise<GatewayResponse> {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const headers = { "content-length": String(bytes?.length ?? 0) };
    const request = { method, target, secure: false, host: "", headers };
    const exchange = this.#peerFor(node).exchange(request, CONTROL_TERMS, bytes);
    const { pieces, ...answer } = await answerOf(exchange, method === "GET");
    if (pieces === undefined) return answer;
    return { ...answer, body: await buffer(pieces) };
  }

  /** Connections to other nodes than these end: who waits for an answer of theirs waits in vain. */
  keep(nodes: ReadonlySet<string>): void {
    for (const [id, peer] of this.#peers) {
      if (nodes.has(id)) continue;
      this.#peers.delete(id);
      peer.destroy();
    }
  }

  close(): void {
    this.keep(new Set());
  }

  #peerFor(node: PeerNode): PeerClient {
    const known = this.#peers.get(node.id);
    if (known?.isUsable) return known;
    const peer = new PeerClient({
      node,
      keys: this.#options.keys,
      onRefused: (sentence) => this.#report(sentence),
    });
    this.#peers.set(node.id, peer);
    return peer;
  }

  /** Once: whoever waits for that node tries again and again. */
  #report(sentence: string): void {
    if (this.#refusals.has(sentence)) return;
    this.#refusals.add(sentence);
    this.#options.log("warn", sentence);
  }
}

async function answerOf({ response }: PeerExchange, isRead: boolean): Promise<GatewayResponse> {
  let notServed: string | number | undefined;
  try {
    const answered = await response;
    notServed = answered.headers[ResponseHeader.notServed] as string | undefined;
    if (notServed === undefined) return answered;
  } catch (error) {
    if (!(error instanceof RelayBroken)) throw error;
    if (error.mayHaveArrived && !isRead) {
      throw new Failure(
        "timeout",
        "The node that served the request did not answer: whether it was done is not known. Read before you repeat it.",
        { cause: error },
      );
    }
    throw new NotThere("It does not answer.", { cause: error });
  }
  throw new NotThere("It serves something else.", { aim: parseAim(String(notServed)) });
}
