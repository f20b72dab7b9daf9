/** Commands that talk to a server which dies before it has answered. */
import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { WELL_KNOWN_KEY } from "../settings/defaults.ts";
import { askControl } from "./account.ts";

let server: Server;
afterEach(() => server.close());

async function startDying(answer: string): Promise<string> {
  server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      if (answer !== "") socket.write(answer);
      setImmediate(() => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

test.each([
  ["before its answer", ""],
  ["within its answer", 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a":'],
])("a server that goes away %s is said to have closed the connection", async (_, answer) => {
  const endpoint = await startDying(answer);
  await expect(askControl({ endpoint, key: WELL_KNOWN_KEY }, "server")).rejects.toThrow(
    `The server at ${endpoint} closed the connection before it had answered`,
  );
});
