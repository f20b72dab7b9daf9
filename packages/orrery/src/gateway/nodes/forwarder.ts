/** Sends requests on to other nodes, over one kept connection to each. */
import type { KeyObject } from "node:crypto";
import type { Member } from "../../cluster/membership.ts";
import { type Aim, NotThere, parseAim } from "../../cluster/serve-where-owned.ts";
import { Failure } from "../../value/failure.ts";
import { ResponseHeader } from "../../wire/headers.ts";
import type { Access } from "../auth/access.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { forwardedLines, ownLines } from "./forwarded-request.ts";
import { TrunkBroken, TrunkClient, type TrunkExchange } from "./trunk-client.ts";

export class Forwarder {
  readonly #keys: () => readonly KeyObject[];
  readonly #trunks = new Map<string, TrunkClient>();
  #forwarded = 0;

  /** `keys`: of the account, that may do everything. */
  constructor(keys: () => readonly KeyObject[]) {
    this.#keys = keys;
  }

  /** Requests that another node answered. */
  get forwarded(): number {
    return this.#forwarded;
  }

  /** Fails with `NotThere` if the other node cannot have done anything, or if the request only reads. */
  async send(node: Member, request: GatewayRequest, access: Access, aim: Aim): Promise<GatewayResponse> {
    // As a whole: if the other node does not serve it, it is sent to the next.
    const body = request.mayHaveBody ? await request.body() : undefined;
    const exchange = this.#trunkTo(node).exchange(forwardedLines(request, access, aim), body);
    request.memory?.whenOver(() => exchange.cancel());
    const answer = await answerOf(exchange, request.isRead);
    this.#forwarded++;
    return answer;
  }

  /** A request of this node itself to the control API of another. */
  async control(node: Member, method: string, target: string, body?: object): Promise<GatewayResponse> {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const exchange = this.#trunkTo(node).exchange(ownLines(method, target), bytes);
    const { pieces, ...answer } = await answerOf(exchange, method === "GET");
    if (pieces === undefined) return answer;
    const whole: Buffer[] = [];
    for await (const piece of pieces) whole.push(piece);
    return { ...answer, body: Buffer.concat(whole) };
  }

  /** Connections to other nodes than these end: who waits for an answer of theirs waits in vain. */
  keep(nodes: ReadonlySet<string>): void {
    for (const [id, trunk] of this.#trunks) {
      if (nodes.has(id)) continue;
      this.#trunks.delete(id);
      trunk.destroy();
    }
  }

  close(): void {
    this.keep(new Set());
  }

  #trunkTo(node: Member): TrunkClient {
    let trunk = this.#trunks.get(node.id);
    if (trunk === undefined || !trunk.isUsable)
      this.#trunks.set(node.id, (trunk = new TrunkClient(node, this.#keys)));
    return trunk;
  }
}

async function answerOf({ answer }: TrunkExchange, isRead: boolean): Promise<GatewayResponse> {
  let notServed: string | number | undefined;
  try {
    const answered = await answer;
    notServed = answered.headers[ResponseHeader.notServed] as string | undefined;
    if (notServed === undefined) return answered;
  } catch (error) {
    if (!(error instanceof TrunkBroken)) throw error;
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
