/**
 * Where trunks of other nodes come in. Who calls proves that it has a key of the account that may write: it could do everything by
 * itself, so that it is believed what it says of the requests that it passes on. The proof is made for this one connection.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import type { Access } from "../auth/access.ts";
import type { AccountKeys } from "../auth/authenticate.ts";
import type { ExchangeMemory } from "../exchange/exchange-memory.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { BODY_BYTES_MAX, clientGone } from "../exchange/read-body.ts";
import type { Frame } from "../relay/frame-channel.ts";
import { requestOfLines } from "./forwarded-request.ts";
import { PieceSender, Trunk } from "./trunk.ts";
import { trunkProof } from "./trunk-client.ts";
import { TRUNK_LIMITS, TRUNK_PREFACE, TrunkKind } from "./trunk-protocol.ts";

interface TrunkDoorOptions {
  readonly nodeId: string;
  readonly keys: () => AccountKeys;
  /** Never rejects. */
  readonly serve: (request: GatewayRequest, access: Access) => Promise<GatewayResponse>;
  readonly memory: (cut: () => void, whenOver: (go: () => void) => void) => ExchangeMemory;
  /** Somebody called who has no key. */
  readonly onRefused: (from: string) => void;
}

export class TrunkDoor {
  readonly #options: TrunkDoorOptions;
  readonly #trunks = new Set<IncomingTrunk>();
  #isClosing = false;

  constructor(options: TrunkDoorOptions) {
    this.#options = options;
  }

  /** A connection whose first byte is that of the preface. */
  serve(socket: Socket): void {
    const drop = () => socket.destroy();
    let first = Buffer.alloc(0);
    const read = (chunk: Buffer) => {
      first = Buffer.concat([first, chunk]);
      if (first.length < TRUNK_PREFACE.length) return;
      socket.off("data", read).off("error", drop);
      // Nothing comes behind it before this end has said something.
      if (first.equals(TRUNK_PREFACE)) this.#enter(socket);
      else socket.destroy();
    };
    socket.setTimeout(TRUNK_LIMITS.introductionMs, drop);
    socket.on("error", drop).on("data", read);
  }

  #enter(socket: Socket): void {
    const trunk = new IncomingTrunk(socket, this.#options, () => this.#trunks.delete(trunk));
    this.#trunks.add(trunk);
    if (this.#isClosing) trunk.close();
  }

  /** Tells all callers to send no more requests here; they close when they have their last answers. */
  close(): void {
    this.#isClosing = true;
    for (const trunk of this.#trunks) trunk.close();
  }

  destroy(): void {
    for (const trunk of this.#trunks) trunk.destroy();
  }
}

/** What one request and its answer have under way. */
interface Exchange {
  isGone: boolean;
  /** Of the request, until it has come whole. */
  body: IncomingBody | undefined;
  sender: PieceSender | undefined;
  over: () => void;
}

interface IncomingBody {
  readonly pieces: Buffer[];
  left: number;
  readonly resolve: (body: Buffer) => void;
  readonly reject: (error: Error) => void;
}

class IncomingTrunk {
  readonly #options: TrunkDoorOptions;
  readonly #trunk: Trunk;
  readonly #from: string;
  readonly #nonce = randomBytes(24).toString("base64");
  readonly #exchanges = new Map<number, Exchange>();
  #proofs: readonly Buffer[] = [];
  /** The keys by which it was let in. */
  #provenFor: AccountKeys | undefined;

  constructor(socket: Socket, options: TrunkDoorOptions, closed: () => void) {
    this.#options = options;
    this.#from = socket.remoteAddress ?? "";
    this.#trunk = new Trunk(
      socket,
      (frame) => this.#take(frame),
      () => {
        for (const id of this.#exchanges.keys()) this.#giveUp(id);
        closed();
      },
    );
    this.#trunk.send(TrunkKind.hello, 0, `${this.#nonce}\n${options.nodeId}`);
  }

  close(): void {
    if (this.#provenFor === undefined) this.#trunk.destroy();
    else this.#trunk.send(TrunkKind.leave);
  }

  destroy(): void {
    this.#trunk.destroy();
  }

  #take(frame: Frame): void {
    if (frame.kind === TrunkKind.proof) this.#enter(frame.text);
    else if (!this.#isProven()) this.#trunk.destroy();
    else if (frame.kind === TrunkKind.request) this.#begin(frame);
    else {
      const exchange = this.#exchanges.get(frame.id);
      // It may be over.
      if (exchange !== undefined) this.#goOn(frame, exchange);
    }
  }

  #goOn(frame: Frame, exchange: Exchange): void {
    switch (frame.kind) {
      case TrunkKind.piece:
        this.#addPiece(frame, exchange);
        break;
      case TrunkKind.credit:
        exchange.sender?.credit(Number(frame.text));
        break;
      case TrunkKind.cancel:
        this.#giveUp(frame.id);
        break;
      default:
        this.#trunk.destroy();
    }
  }

  #enter(proofs: string): void {
    this.#proofs = proofs.split("\n").map((proof) => Buffer.from(proof));
    if (this.#isProven()) {
      this.#trunk.open();
      this.#trunk.send(TrunkKind.welcome);
    } else {
      this.#options.onRefused(this.#from);
      this.#trunk.destroy();
    }
  }

  /** By the keys as they are now: they may have been replaced. */
  #isProven(): boolean {
    const keys = this.#options.keys();
    if (keys === this.#provenFor) return true;
    const isProven = keys.full.some((key) => {
      const expected = Buffer.from(trunkProof(key, this.#nonce, this.#options.nodeId));
      return this.#proofs.some(
        (proof) => proof.length === expected.length && timingSafeEqual(proof, expected),
      );
    });
    this.#provenFor = isProven ? keys : undefined;
    return isProven;
  }

  #begin({ id, text, bytes }: Frame): void {
    const [bodyText, ...lines] = text.split("\n");
    const bodyBytes = Number(bodyText);
    if (!(bodyBytes <= BODY_BYTES_MAX) || this.#exchanges.has(id)) {
      this.#trunk.destroy();
      return;
    }
    const exchange: Exchange = { isGone: false, body: undefined, sender: undefined, over: () => {} };
    this.#exchanges.set(id, exchange);
    const whole =
      bodyBytes > TRUNK_LIMITS.pieceBytes ? this.#bodyOf(exchange, bodyBytes) : Promise.resolve(bytes);
    const memory = this.#options.memory(
      () => this.#cut(id),
      (go) => {
        exchange.over = go;
      },
    );
    const { request, access } = requestOfLines(lines, bodyBytes, {
      readBody: () => whole,
      isGone: () => exchange.isGone,
      memory,
    });
    void this.#options.serve(request, access).then((answer) => this.#answer(id, exchange, answer));
  }

  #bodyOf(exchange: Exchange, bytes: number): Promise<Buffer> {
    const whole = new Promise<Buffer>((resolve, reject) => {
      exchange.body = { pieces: [], left: bytes, resolve, reject };
    });
    // It may be that nobody reads it.
    whole.catch(() => {});
    return whole;
  }

  #addPiece(frame: Frame, exchange: Exchange): void {
    const { body } = exchange;
    if (body === undefined) return;
    const piece = frame.bytes;
    body.pieces.push(piece);
    body.left -= piece.length;
    if (body.left > 0) {
      this.#trunk.send(TrunkKind.credit, frame.id, String(piece.length));
      return;
    }
    exchange.body = undefined;
    body.resolve(Buffer.concat(body.pieces));
  }

  #answer(id: number, exchange: Exchange, { status, headers, body, isCut }: GatewayResponse): void {
    const bytes = isCut ? undefined : body;
    let text = `${isCut ? 0 : status}\n${bytes?.length ?? 0}`;
    for (const name in headers) text += `\n${name}\n${headers[name]}`;
    const isWhole = this.#trunk.sendHead(TrunkKind.answer, id, text, bytes);
    const sent = () => {
      this.#exchanges.delete(id);
      exchange.over();
    };
    if (isWhole || exchange.isGone) sent();
    else exchange.sender = new PieceSender(this.#trunk, id, body!, sent);
  }

  /** The caller does not wait for it any more. */
  #giveUp(id: number): void {
    const exchange = this.#exchanges.get(id);
    if (exchange === undefined) return;
    exchange.isGone = true;
    exchange.body?.reject(clientGone());
    if (exchange.sender === undefined) return;
    this.#exchanges.delete(id);
    exchange.over();
  }

  /** This node needs the memory. */
  #cut(id: number): void {
    this.#trunk.send(TrunkKind.cancel, id);
    this.#giveUp(id);
  }
}
