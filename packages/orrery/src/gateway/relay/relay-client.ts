/** The end of a relay that has the clients: it sends their requests and gets the responses. */
import { Failure } from "../../value/failure.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { ChunkReader, ChunkSender } from "./chunked-body.ts";
import type { Frame, FrameChannel } from "./frame-channel.ts";
import {
  type RelayedRequest,
  RelayFrame,
  type RelayTerms,
  readResponse,
  requestText,
} from "./relay-frames.ts";

/** Waits for the response to a request. */
export interface Caller {
  /** Called once, also after a cut and after the end, unless the connection breaks. */
  answer(response: GatewayResponse): void;
  /** The response will not come, or not whole: the server gives it up, or the connection is broken. */
  cut(): void;
}

/** The body of a request: absent, here, to be read when the server wants it, or lost with the client. */
export type RelayBody = Buffer | (() => Promise<Buffer>) | "gone" | undefined;

export class RelayClient {
  readonly #channel: FrameChannel;
  readonly #exchanges = new Map<number, RelayExchange>();
  readonly #onIdle: () => void;
  #lastId = 0;

  /** `onIdle` is called whenever the last exchange is over. */
  constructor(channel: FrameChannel, onIdle: () => void = () => {}) {
    this.#channel = channel;
    this.#onIdle = onIdle;
  }

  get isIdle(): boolean {
    return this.#exchanges.size === 0;
  }

  open(caller: Caller): RelayExchange {
    const id = (this.#lastId = (this.#lastId + 1) >>> 0);
    const exchange = new RelayExchange(this.#channel, id, caller, this.#leave);
    this.#exchanges.set(id, exchange);
    return exchange;
  }

  take(frame: Frame): void {
    // It may be over.
    this.#exchanges.get(frame.id)?.take(frame);
  }

  /** The connection is broken. */
  close(): void {
    for (const exchange of this.#exchanges.values()) exchange.cut();
    this.#exchanges.clear();
  }

  readonly #leave = (id: number) => {
    if (this.#exchanges.delete(id) && this.#exchanges.size === 0) this.#onIdle();
  };
}

/** `waiting`: for the response; `taking`: the server waits until the response was taken. */
type State = "unsent" | "waiting" | "taking" | "over";

/** One request and its response. */
export class RelayExchange {
  readonly #channel: FrameChannel;
  readonly #id: number;
  readonly #caller: Caller;
  readonly #leave: (id: number) => void;
  #state: State = "unsent";
  #isEnded = false;
  /** Of the request, until the server wants it. */
  #laterBody: (() => Promise<Buffer>) | undefined;
  #sender: ChunkSender | undefined;
  /** Of the response, if that comes in chunks. */
  #reader: ChunkReader | undefined;

  constructor(channel: FrameChannel, id: number, caller: Caller, leave: (id: number) => void) {
    this.#channel = channel;
    this.#id = id;
    this.#caller = caller;
    this.#leave = leave;
  }

  send(request: RelayedRequest, terms: RelayTerms, body: RelayBody): void {
    this.#state = "waiting";
    const isHere = typeof body === "object" || body === undefined;
    const place = isHere ? "here" : body === "gone" ? "gone" : "later";
    if (typeof body === "function") this.#laterBody = body;
    const text = requestText(request, terms, place);
    this.#channel.send(RelayFrame.request, this.#id, text, isHere ? body : undefined);
    if (this.#isEnded) this.#channel.send(RelayFrame.end, this.#id);
  }

  /** The caller has taken the response, or does not want it any more. Must be called for each exchange; calling it again does nothing. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (this.#state === "waiting" || this.#state === "taking") this.#channel.send(RelayFrame.end, this.#id);
    if (this.#state === "taking") this.#over();
  }

  take({ kind, text, bytes }: Frame): void {
    switch (kind) {
      case RelayFrame.response:
        this.#answer(text, bytes);
        break;
      case RelayFrame.chunk:
      case RelayFrame.lastChunk:
        this.#reader?.push(bytes, kind === RelayFrame.lastChunk);
        break;
      case RelayFrame.credit:
        if (this.#laterBody === undefined) this.#sender?.addCredit(Number(text));
        else void this.#sendLater(this.#laterBody, Number(text));
        break;
      case RelayFrame.cut:
        this.cut();
        break;
      default:
        this.#channel.destroy();
    }
  }

  cut(): void {
    if (this.#state === "taking") this.#over();
    this.#caller.cut();
  }

  #answer(text: string, bytes: Buffer): void {
    const { response, isAwaited, chunkedBytes } = readResponse(text, bytes);
    this.#state = "taking";
    if (chunkedBytes === undefined) this.#caller.answer(response);
    else {
      const { status, headers } = response;
      this.#reader = new ChunkReader(this.#channel, this.#id, chunkedBytes, () => this.end());
      this.#caller.answer({ status, headers, pieces: this.#reader });
    }
    if (this.#isEnded || !isAwaited) this.#over();
  }

  async #sendLater(read: () => Promise<Buffer>, creditBytes: number): Promise<void> {
    this.#laterBody = undefined;
    try {
      this.#sender = new ChunkSender(this.#channel, this.#id, await read(), creditBytes);
    } catch (error) {
      this.#channel.send(RelayFrame.bodyFailed, this.#id, error instanceof Failure ? error.code : "");
    }
  }

  #over(): void {
    this.#state = "over";
    this.#reader?.fail(new RelayBroken(true));
    this.#leave(this.#id);
  }
}

/** The connection is gone, or the server has given the exchange up. */
export class RelayBroken extends Error {
  override readonly name = "RelayBroken";
  /** Whether the server may have got the request. */
  readonly mayHaveArrived: boolean;

  constructor(mayHaveArrived: boolean) {
    super("The connection to the process that answers is gone.");
    this.mayHaveArrived = mayHaveArrived;
  }
}
