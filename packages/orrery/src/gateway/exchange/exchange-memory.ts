/** The memory that one request and its answer take, as part of what all clients make the process hold. */
import type { HeapShare } from "../../schedule/heap-room.ts";
import type { Holding } from "../../schedule/held-bytes.ts";
import type { Scheduler } from "../../schedule/scheduler.ts";
import { Failure } from "../../value/failure.ts";
import { heapRefusal, heapWeight } from "../../value/json-text/heap-weight.ts";

export class ExchangeMemory {
  readonly #room: Pick<Scheduler, "held" | "heap">;
  readonly #cut: () => void;
  readonly #whenOver: (go: () => void) => void;
  #overs: (() => void)[] | undefined;
  /** They were called. */
  #isGone = false;
  /** Small ones have none. */
  #holding: Holding | undefined;
  /** While a large body is worked on. */
  #heap: HeapShare | undefined;
  #isOver = false;

  /** `cut` ends the exchange at once. `whenOver` calls back when it is over; absent: somebody calls `end`. */
  constructor(
    room: Pick<Scheduler, "held" | "heap">,
    cut: () => void,
    whenOver: (go: () => void) => void = () => {},
  ) {
    this.#room = room;
    this.#cut = cut;
    this.#whenOver = whenOver;
  }

  /** Reads a body of at most so many bytes, if there is room for it. */
  async receive(bytesMax: number, read: () => Promise<Buffer>): Promise<Buffer> {
    if (bytesMax < this.#room.held.limits.countedFromBytes) return read();
    const holding = this.#begin();
    if (!holding.tryHold(bytesMax)) throw this.#refusal();
    holding.waitForClient();
    const body = await read();
    holding.goOn();
    holding.hold(body.length);
    return body;
  }

  /** Before a body is parsed: waits until the heap has room for what that leads to. */
  async work(body: Buffer): Promise<void> {
    if (body.length < this.#room.held.limits.countedFromBytes) return;
    this.#heap ??= this.#room.heap.begin();
    const bytes = heapWeight(body);
    if (!(await this.#heap.reserve(bytes))) throw heapRefusal(bytes, this.#room.heap.bytesMax);
  }

  /** The answer is ready: what the body was parsed to is garbage. Work goes on when its client has gone, so `end` is no sign. */
  workDone(): void {
    this.#heap?.release();
  }

  /** Before work whose answer may be large. Fails if there is no room now for one of so many bytes. */
  expect(bytesMax: number): void {
    if (!this.#room.held.makeRoom(bytesMax)) throw this.#refusal();
  }

  /** Fails if there is no room for the answer of work that can be repeated; other answers are held all the same. */
  answer(bytes: number, isRepeatable: () => boolean): void {
    if (bytes < this.#room.held.limits.countedFromBytes && this.#holding === undefined) return;
    const holding = this.#begin();
    if (!holding.tryHold(bytes)) {
      if (isRepeatable()) throw this.#refusal();
      holding.hold(bytes);
    }
    holding.waitForClient();
  }

  /** Calls back when the exchange is over. */
  whenOver(go: () => void): void {
    if (this.#isGone) {
      go();
      return;
    }
    if (this.#overs !== undefined) {
      this.#overs.push(go);
      return;
    }
    const overs = [go];
    this.#overs = overs;
    this.#whenOver(() => {
      this.#isGone = true;
      for (const over of overs) over();
    });
  }

  /** The response was taken, or never will be. Work that is still running for it holds nothing from here on. */
  end(): void {
    this.#isOver = true;
    this.#holding?.release();
  }

  #begin(): Holding {
    if (this.#holding === undefined) {
      this.#holding = this.#room.held.begin(this.#cut);
      if (this.#isOver) this.#holding.release();
      else this.whenOver(() => this.end());
    }
    return this.#holding;
  }

  #refusal(): Failure {
    const { retryAfterMs, limits } = this.#room.held;
    return new Failure(
      "serverBusy",
      `The server holds ${limits.heldBytesMax / 1024 / 1024} MB of requests and answers for other clients. Nothing was done. Repeat the request in ${Math.ceil(retryAfterMs / 1000)} seconds.`,
      { retryAfterMs },
    );
  }
}
