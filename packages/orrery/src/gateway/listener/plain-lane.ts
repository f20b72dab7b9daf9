/**
 * Connections of clients that write HTTP/1.1 in its plain form: nearly all. Their requests are read from the socket, and
 * answered to it, without Node's objects for requests and responses, which take about half of what a point read takes
 * altogether (bench/RESULTS.md). One at a time on each: what comes behind a request waits for its answer.
 *
 * While several clients send, what came in a turn of the event loop is begun at its end, some of it together. A request that
 * goes all its way alone finds little of the code in the processor's caches; of those that take each step one after another, a
 * point read takes 0.6 of the processor's time, a create 0.6 in memory and 0.85 on disk.
 *
 * At the first request of another form, or with a body large enough to be counted, the connection goes over to Node's HTTP
 * server for good, with all that was not served yet.
 *
 * Times are counted in rounds of one timer for all connections, so that a request sets none.
 */
import type { Socket } from "node:net";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { answerLate } from "./client-error.ts";
import type { ListenerLimits } from "./listener-limits.ts";
import { answerHead } from "./plain-answer.ts";
import { type PlainHead, parsePlainHead } from "./plain-head.ts";

/** So many are begun together. With 8 the gain is smaller, with 1,000 it is not larger, and the first waits for the last. */
const BEGUN_TOGETHER = 32;

/** After these, who sends has the server alone, and does not wait for others: a twentieth of a point read. */
const QUIET_TURNS = 8;

/** A larger answer is not copied behind its head. */
const JOINED_BYTES_MAX = 16 * 1024;

/**
 * A request that is here whole. Of a class: objects that were spread from others, and added to, had a new shape each time, and
 * made whoever used them slower too; a point read takes 0.84 of the processor time since (bench/RESULTS.md).
 */
export class PlainExchange implements Pick<PlainHead, "method" | "target" | "headers"> {
  readonly method: string;
  readonly target: string;
  readonly headers: PlainHead["headers"];
  readonly body: Buffer;
  readonly socket: Socket;
  readonly #connection: PlainConnection;

  constructor({ method, target, headers }: PlainHead, body: Buffer, connection: PlainConnection) {
    this.method = method;
    this.target = target;
    this.headers = headers;
    this.body = body;
    this.socket = connection.socket;
    this.#connection = connection;
  }

  answer(response: GatewayResponse): void {
    if (this.method === "GET") this.#connection.answer(response);
    else this.#connection.answerWithOthers(response);
  }

  /** Calls back when the answer was taken, or never will be. */
  whenOver(go: () => void): void {
    this.#connection.whenOver(go);
  }
}

export interface PlainLaneOptions {
  readonly handle: (exchange: PlainExchange) => void;
  /** Takes over a paused connection that this lane does not serve any more, with bytes put back. */
  readonly leave: (socket: Socket) => void;
  readonly limits: ListenerLimits;
  /** Bodies from here on are not gathered here. */
  readonly bodyBytesMax: number;
}

export class PlainLane {
  readonly options: PlainLaneOptions;
  readonly #connections = new Set<PlainConnection>();
  /** How many came in this turn, with those that are left from the last one. */
  #cameInTurn = 0;
  /** In so many turns one after another no more than one came. */
  #quietTurns = QUIET_TURNS;
  /** What came and is not begun yet. */
  readonly #arrived: PlainExchange[] = [];
  #answers: { readonly connection: PlainConnection; readonly response: GatewayResponse }[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Of the timer, since the lane is in use. */
  round = 0;
  #isClosing = false;

  constructor(options: PlainLaneOptions) {
    this.options = options;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Serves a connection from its first bytes on, which were read already. */
  enter(socket: Socket, first?: Buffer): void {
    this.#timer ??= setInterval(() => this.#check(), this.options.limits.timeoutCheckMs).unref();
    const connection = new PlainConnection(this, socket);
    this.#connections.add(connection);
    if (first !== undefined) connection.take(first);
  }

  /** `isBehind`: it was sent ahead, behind one that is answered now. */
  begin(exchange: PlainExchange, isBehind: boolean): void {
    if (this.#cameInTurn++ === 0) setImmediate(this.#endTurn);
    // One client may send thousands ahead, which must not keep the loop.
    if (isBehind || this.#quietTurns < QUIET_TURNS) this.#arrived.push(exchange);
    else this.options.handle(exchange);
  }

  readonly #endTurn = () => {
    this.#quietTurns = this.#cameInTurn > 1 ? 0 : this.#quietTurns + 1;
    const some = this.#arrived.splice(0, BEGUN_TOGETHER);
    this.#cameInTurn = this.#arrived.length;
    if (this.#cameInTurn > 0) setImmediate(this.#endTurn);
    for (const exchange of some) if (!exchange.socket.destroyed) this.options.handle(exchange);
  };

  /**
   * When all that can be done now is done. Writers of one key come out of their lock one after another, so that the steps of
   * some and the answers of others would take turns: such a create takes 0.75 of the processor's time in memory. Reads wait for
   * nobody, and would take 1.08.
   */
  answerWithOthers(connection: PlainConnection, response: GatewayResponse): void {
    this.#answers.push({ connection, response });
    if (this.#answers.length === 1) process.nextTick(this.#answerAll);
  }

  readonly #answerAll = () => {
    const answers = this.#answers;
    this.#answers = [];
    for (const { connection, response } of answers) connection.answer(response);
  };

  left(connection: PlainConnection): void {
    this.#connections.delete(connection);
  }

  /** Those without a request are closed, the others after their answer. */
  close(): void {
    this.#isClosing = true;
    clearInterval(this.#timer);
    for (const connection of this.#connections) connection.closeIfIdle();
  }

  destroy(): void {
    for (const { socket } of this.#connections) socket.destroy();
  }

  /** Whether something has lasted for longer than a limit. */
  isLate(sinceRound: number, limitMs: number): boolean {
    return (this.round - sinceRound) * this.options.limits.timeoutCheckMs > limitMs;
  }

  #check(): void {
    this.round++;
    for (const connection of this.#connections) connection.check();
  }
}

type State = "waiting" | "receiving" | "working" | "sending" | "passingOn";

class PlainConnection {
  readonly socket: Socket;
  readonly #lane: PlainLane;
  #state: State = "waiting";
  /** In which round the state began. */
  #since: number;
  /** The request whose body is being received. */
  #head: PlainHead | undefined;
  #body: Buffer | undefined;
  #received = 0;
  /** What came behind the request that is being answered. */
  #ahead: Buffer | undefined;
  /** The client sends nothing more. */
  #isEnded = false;
  #whenOver: (() => void) | undefined;
  #wake = () => {};
  #isLeft = false;

  constructor(lane: PlainLane, socket: Socket) {
    this.#lane = lane;
    this.socket = socket;
    this.#since = lane.round;
    socket.on("data", this.#onData).on("end", this.#onEnd).on("error", this.#onError);
    socket.on("close", this.#onClose).on("drain", this.#onDrain);
  }

  readonly #onData = (chunk: Buffer) => {
    if (this.#state === "waiting") this.take(chunk);
    else if (this.#state === "receiving") this.#gather(chunk);
    else {
      this.#ahead = this.#ahead === undefined ? chunk : Buffer.concat([this.#ahead, chunk]);
      this.socket.pause();
    }
  };

  /** Who hangs up while a request is under way is gone, as with Node's server: a query for nobody must not go on. */
  readonly #onEnd = () => {
    this.#isEnded = true;
    if (this.#state === "receiving" || this.#state === "working") this.socket.destroy();
    else if (this.#state === "waiting") this.socket.end();
  };

  readonly #onError = () => this.socket.destroy();

  readonly #onClose = () => {
    this.#lane.left(this);
    this.#wake();
    this.#over();
  };

  readonly #onDrain = () => {
    if (this.#state === "sending") this.#next();
    else this.#wake();
  };

  /** The beginning of a request, or of several. */
  take(bytes: Buffer, isBehind = false): void {
    const { limits, bodyBytesMax } = this.#lane.options;
    const head = parsePlainHead(bytes, limits.headerBytesMax);
    if (head === undefined || head.bodyBytes >= bodyBytesMax) {
      this.#leave(bytes);
      return;
    }
    const bodyEnd = head.end + head.bodyBytes;
    if (bytes.length >= bodyEnd) {
      if (bytes.length > bodyEnd) this.#ahead = bytes.subarray(bodyEnd);
      this.#serve(head, bytes.subarray(head.end, bodyEnd), isBehind);
      return;
    }
    this.#head = head;
    this.#body = Buffer.allocUnsafe(head.bodyBytes);
    this.#received = bytes.copy(this.#body, 0, head.end);
    this.#enterState("receiving");
    if (this.#isEnded) this.socket.destroy();
  }

  #gather(chunk: Buffer): void {
    const head = this.#head!;
    const body = this.#body!;
    const copied = chunk.copy(body, this.#received);
    this.#received += copied;
    if (this.#received < body.length) return;
    if (copied < chunk.length) this.#ahead = chunk.subarray(copied);
    this.#head = undefined;
    this.#body = undefined;
    this.#serve(head, body, false);
  }

  #serve(head: PlainHead, body: Buffer, isBehind: boolean): void {
    this.#enterState("working");
    this.#lane.begin(new PlainExchange(head, body, this), isBehind);
  }

  /** Of the request that was handed over. */
  whenOver(go: () => void): void {
    if (this.socket.destroyed) go();
    else this.#whenOver = go;
  }

  answerWithOthers(response: GatewayResponse): void {
    this.#lane.answerWithOthers(this, response);
  }

  answer(response: GatewayResponse): void {
    const { socket } = this;
    if (response.isCut) socket.destroy();
    if (socket.destroyed) return;
    this.#enterState("sending");
    const { limits } = this.#lane.options;
    const head = answerHead(response, this.#isLast ? 0 : limits.keepAliveTimeoutMs);
    if (response.pieces !== undefined) {
      void this.#passOn(head, response.pieces);
      return;
    }
    // Of this answer alone: the next request may begin before all of it is written.
    const over = this.#whenOver;
    this.#whenOver = undefined;
    const isTaken = send(socket, head, response.body, over);
    // Of a client that does not take its answers, nothing more is read.
    if (isTaken) this.#next();
  }

  /** A body that another node is still sending, as fast as the client takes it. */
  async #passOn(head: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    const { socket } = this;
    this.#enterState("passingOn");
    try {
      socket.write(head, "latin1");
      for await (const piece of pieces) {
        if (!socket.write(piece)) await this.#drained();
        if (socket.destroyed) break;
      }
    } catch {
      // It does not come whole.
      socket.destroy();
    }
    if (socket.destroyed) return;
    this.#over();
    this.#next();
  }

  /** Resolves when the client has taken what was written, or never will. */
  #drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  get #isLast(): boolean {
    return this.#lane.isClosing || (this.#isEnded && this.#ahead === undefined);
  }

  #next(): void {
    if (this.#isLast) {
      this.socket.end();
      return;
    }
    this.#enterState("waiting");
    const ahead = this.#ahead;
    if (ahead === undefined) return;
    this.#ahead = undefined;
    this.take(ahead, true);
    // No more is read before all of it is served: else it would grow without a bound.
    if (this.#ahead === undefined && !this.#isLeft) this.socket.resume();
  }

  #leave(bytes: Buffer): void {
    const { socket } = this;
    this.#isLeft = true;
    this.#lane.left(this);
    socket.off("data", this.#onData).off("end", this.#onEnd).off("error", this.#onError);
    socket.off("close", this.#onClose).off("drain", this.#onDrain);
    if (this.#isEnded) {
      // It cannot be put back any more.
      socket.destroy();
      return;
    }
    socket.pause();
    socket.unshift(bytes);
    this.#lane.options.leave(socket);
  }

  #enterState(state: State): void {
    this.#state = state;
    this.#since = this.#lane.round;
  }

  #over(): void {
    this.#whenOver?.();
    this.#whenOver = undefined;
  }

  closeIfIdle(): void {
    if (this.#state === "waiting" || this.#state === "receiving") this.socket.destroy();
  }

  check(): void {
    const { limits } = this.#lane.options;
    const isLate = (limitMs: number) => this.#lane.isLate(this.#since, limitMs);
    switch (this.#state) {
      case "waiting":
        if (isLate(limits.keepAliveTimeoutMs)) this.socket.destroy();
        break;
      case "receiving":
        if (isLate(limits.requestTimeoutMs)) answerLate(this.socket);
        break;
      case "sending":
      case "passingOn":
        if (isLate(limits.answerTimeoutMs)) this.socket.destroy();
        break;
      case "working":
        break;
    }
  }
}

/** False: the client has not taken enough of it. */
function send(socket: Socket, head: string, body: Buffer | undefined, over?: () => void): boolean {
  const length = body?.length ?? 0;
  if (length > JOINED_BYTES_MAX) {
    socket.cork();
    socket.write(head, "latin1");
    const isTaken = socket.write(body!, over);
    socket.uncork();
    return isTaken;
  }
  const bytes = Buffer.allocUnsafe(head.length + length);
  bytes.write(head, "latin1");
  if (length > 0) bytes.set(body!, head.length);
  return socket.write(bytes, over);
}
