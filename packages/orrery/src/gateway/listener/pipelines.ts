/**
 * Requests of an HTTP/1.1 client that does not wait for answers. Node parses them as they come and hands out all of them;
 * answers wait for the first of their connection, in memory. So only some are begun at a time, and nothing more is read
 * until they are answered.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Pipeline {
  underWay: number;
  readonly waiting: (() => void)[];
}

export class Pipelines {
  readonly #max: number;
  readonly #of = new WeakMap<Socket, Pipeline>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Begins the work when it is its turn. */
  enter(socket: Socket, response: ServerResponse, work: () => void): void {
    let pipeline = this.#of.get(socket);
    if (pipeline === undefined) this.#of.set(socket, (pipeline = { underWay: 0, waiting: [] }));
    response.once("close", () => this.#leave(socket, pipeline));
    if (pipeline.underWay < this.#max) {
      pipeline.underWay++;
      work();
      return;
    }
    pipeline.waiting.push(work);
    socket.pause();
  }

  #leave(socket: Socket, pipeline: Pipeline): void {
    const next = pipeline.waiting.shift();
    if (next === undefined) pipeline.underWay--;
    else if (!socket.destroyed) next();
    if (pipeline.waiting.length === 0 && socket.isPaused()) socket.resume();
  }
}
