/**
 * Requests of an HTTP/1.1 client that does not wait for answers. Node parses them as they come and hands out all of them;
 * answers wait for the first of their connection, in memory. So only some are begun at a time, and nothing more is read
 * until they are answered.
 *
 * When a connection closes, Node tells the first of its responses, and none of those that wait for it. They are told here,
 * so that what is held for them is let go.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Pipeline {
  underWay: number;
  readonly waiting: (() => void)[];
  readonly responses: Set<ServerResponse>;
}

export class Pipelines {
  readonly #max: number;
  readonly #of = new WeakMap<Socket, Pipeline>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Begins the work when it is its turn. */
  enter(socket: Socket, response: ServerResponse, work: () => void): void {
    const pipeline = this.#of.get(socket) ?? this.#begin(socket);
    pipeline.responses.add(response);
    response.once("close", () => {
      pipeline.responses.delete(response);
      this.#leave(socket, pipeline);
    });
    if (pipeline.underWay < this.#max) {
      pipeline.underWay++;
      work();
      return;
    }
    pipeline.waiting.push(work);
    socket.pause();
  }

  #begin(socket: Socket): Pipeline {
    const pipeline: Pipeline = { underWay: 0, waiting: [], responses: new Set() };
    this.#of.set(socket, pipeline);
    socket.once("close", () => {
      for (const response of pipeline.responses) if (response.socket === null) close(response);
    });
    return pipeline;
  }

  #leave(socket: Socket, pipeline: Pipeline): void {
    const next = pipeline.waiting.shift();
    if (next === undefined) pipeline.underWay--;
    else if (!socket.destroyed) next();
    if (pipeline.waiting.length === 0 && socket.isPaused()) socket.resume();
  }
}

/** One that has not been given its connection yet. */
function close(response: ServerResponse): void {
  response.destroy();
  response.emit("close");
}
