/**
 * Loaded into the soaked server before its own code: says what only the process itself knows, when it is asked. Requests
 * are watched from outside of that code, so that one which it forgets is still known here.
 */
import { subscribe } from "node:diagnostics_channel";

const underWay = new Map();
const sockets = new WeakSet();

subscribe("http.server.request.start", ({ request, response }) => {
  const { socket } = request;
  underWay.set(request, { since: performance.now(), response });
  response.once("close", () => underWay.delete(request));
  if (sockets.has(socket)) return;
  sockets.add(socket);
  socket.once("close", () => {
    for (const each of underWay.keys()) if (each.socket === socket) underWay.delete(each);
  });
});

process.on("message", () => {
  // What is left is what something still holds on to.
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send({
    heapBytes: heapUsed,
    externalBytes: external,
    handles: process.getActiveResourcesInfo().length,
    waiting: [...underWay].map(([request, { since, response }]) => ({
      what: `${request.method} ${request.url}`,
      ms: performance.now() - since,
      isBodyRead: request.complete,
      isAnswered: response.writableEnded,
      isPaused: request.socket.isPaused(),
    })),
  });
});
process.channel?.unref();
