/**
 * The end of a trunk that sends requests. It proves that it has an account key; from then on the other end takes its word for what
 * each request may do.
 */
import { createHmac, type KeyObject } from "node:crypto";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type { Member } from "../../cluster/membership.ts";
import type { ResponseHeaders } from "../../wire/headers.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import type { Frame } from "../relay/frame-channel.ts";
import { PieceReceiver, PieceSender, Trunk } from "./trunk.ts";
import { TRUNK_LIMITS, TRUNK_PREFACE, TRUNK_PROTOCOL, TrunkKind } from "./trunk-protocol.ts";

/** The connection is gone. */
export class TrunkBroken extends Error {
  override readonly name = "TrunkBroken";
  /** Whether the request may have reached the other node. */
  readonly mayHaveArrived: boolean;

  constructor(mayHaveArrived: boolean) {
    super("The connection to the other node is gone.");
    this.mayHaveArrived = mayHaveArrived;
  }
}

export interface TrunkExchange {
  /** Fails with `TrunkBroken`. */
  readonly answer: Promise<GatewayResponse>;
  /** Nobody waits for it any more; does nothing once it is over. */
  cancel(): void;
}

interface Exchange {
  readonly resolve: (answer: GatewayResponse) => void;
  readonly reject: (error: Error) => void;
  /** Of the request, while it is sent. */
  sender: PieceSender | undefined;
  /** Of the answer, once it has begun. */
  receiver: PieceReceiver | undefined;
}

export function trunkProof(key: KeyObject, nonce: string, nodeId: string): string {
  return createHmac("sha256", key).update(`orrery trunk\n${nonce}\n${nodeId}`).digest("base64");
}

export class TrunkClient {
  readonly #trunk: Trunk;
  readonly #node: Member;
  readonly #keys: () => readonly KeyObject[];
  readonly #exchanges = new Map<number, Exchange>();
  /** Until the other node lets it in. */
  #early: (() => void)[] | undefined = [];
  #next = 1;
  #isLeaving = false;

  /** `keys`: of the account, that may do everything; the other node has one of them. */
  constructor(node: Member, keys: () => readonly KeyObject[]) {
    this.#node = node;
    this.#keys = keys;
    const socket = connectTo(node);
    this.#trunk = new Trunk(
      socket,
      (frame) => this.#take(frame),
      () => this.#closed(),
    );
    socket.write(TRUNK_PREFACE);
  }

  /** Whether it takes more exchanges. */
  get isUsable(): boolean {
    return !this.#isLeaving && !this.#trunk.isClosed;
  }

  exchange(lines: readonly string[], body: Buffer | undefined): TrunkExchange {
    const id = this.#next++;
    const answer = new Promise<GatewayResponse>((resolve, reject) => {
      this.#exchanges.set(id, { resolve, reject, sender: undefined, receiver: undefined });
    });
    const begin = () => this.#begin(id, lines, body);
    if (this.#early === undefined) begin();
    else this.#early.push(begin);
    return { answer, cancel: () => this.#cancel(id) };
  }

  destroy(): void {
    this.#trunk.destroy();
  }

  #begin(id: number, lines: readonly string[], body: Buffer | undefined): void {
    const text = [body?.length ?? 0, ...lines].join("\n");
    if (!this.#trunk.sendHead(TrunkKind.request, id, text, body))
      this.#exchanges.get(id)!.sender = new PieceSender(this.#trunk, id, body!);
  }

  #cancel(id: number): void {
    const exchange = this.#exchanges.get(id);
    if (exchange === undefined || this.#early !== undefined) return;
    this.#trunk.send(TrunkKind.cancel, id);
    // What it was about to answer still comes; what it has begun to answer does not.
    if (exchange.receiver === undefined) return;
    this.#over(id);
    this.#fail(exchange);
  }

  #over(id: number): void {
    this.#exchanges.delete(id);
    if (this.#isLeaving && this.#exchanges.size === 0) this.#trunk.end();
  }

  #take(frame: Frame): void {
    switch (frame.kind) {
      case TrunkKind.hello:
        this.#prove(frame.text);
        break;
      case TrunkKind.welcome:
        this.#enter();
        break;
      case TrunkKind.leave:
        this.#isLeaving = true;
        if (this.#exchanges.size === 0) this.#trunk.end();
        break;
      default: {
        const exchange = this.#exchanges.get(frame.id);
        // It may have been given up.
        if (exchange !== undefined) this.#goOn(frame, exchange);
      }
    }
  }

  #goOn(frame: Frame, exchange: Exchange): void {
    switch (frame.kind) {
      case TrunkKind.answer:
        this.#answer(frame, exchange);
        break;
      case TrunkKind.piece:
        if (exchange.receiver?.push(frame.bytes)) this.#over(frame.id);
        break;
      case TrunkKind.credit:
        exchange.sender?.credit(Number(frame.text));
        break;
      case TrunkKind.cancel:
        this.#over(frame.id);
        this.#fail(exchange);
        break;
      default:
        this.#trunk.destroy();
    }
  }

  #prove(text: string): void {
    const [nonce = "", id = ""] = text.split("\n");
    // Another node may have the address by now.
    if (id !== this.#node.id) this.#trunk.destroy();
    else {
      // While keys are being replaced, nodes have one of them in common.
      const proofs = this.#keys().map((key) => trunkProof(key, nonce, id));
      this.#trunk.send(TrunkKind.proof, 0, proofs.join("\n"));
    }
  }

  #enter(): void {
    this.#trunk.open();
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const begin of early) begin();
  }

  #answer({ id, text, bytes }: Frame, exchange: Exchange): void {
    const lines = text.split("\n");
    const status = Number(lines[0]);
    const bodyBytes = Number(lines[1]);
    const headers: ResponseHeaders = {};
    for (let i = 2; i + 1 < lines.length; i += 2) headers[lines[i]!] = lines[i + 1]!;
    if (bodyBytes > TRUNK_LIMITS.pieceBytes) {
      exchange.receiver = new PieceReceiver(this.#trunk, id, bodyBytes, () => this.#cancel(id));
      exchange.resolve({ status, headers, pieces: exchange.receiver });
      return;
    }
    exchange.resolve(status === 0 ? { status: 503, headers, isCut: true } : { status, headers, body: bytes });
    this.#over(id);
  }

  #fail({ receiver, reject }: Exchange): void {
    const error = new TrunkBroken(this.#early === undefined);
    if (receiver === undefined) reject(error);
    else receiver.fail(error);
  }

  #closed(): void {
    for (const exchange of this.#exchanges.values()) this.#fail(exchange);
    this.#exchanges.clear();
  }
}

function connectTo({ address }: Member): Socket {
  const { protocol, hostname, port } = new URL(address ?? "http://0.0.0.0");
  const isSecure = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const to = { host, port: Number(port || (isSecure ? 443 : 80)) };
  if (!isSecure) return connect(to);
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectSecurely({ ...to, ...name, ALPNProtocols: [TRUNK_PROTOCOL] });
}
