/** How a server ends by signals: the first one gracefully, another one at once, with the code that shells expect. */
import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { startProcess } from "../harness/server-process.ts";
import { signedHeaders } from "../harness/signed-client.ts";

/** Sends half of a request, which keeps the server from ending gracefully. */
async function occupy(endpoint: string, key: string): Promise<() => void> {
  const { hostname, port } = new URL(endpoint);
  const headers = { ...signedHeaders(key, "POST", "/dbs"), "content-length": 100, expect: "100-continue" };
  const sent = request({ hostname, port, method: "POST", path: "/dbs", headers }).on("error", () => {});
  sent.flushHeaders();
  await once(sent, "continue");
  return () => sent.destroy();
}

describe.skipIf(process.platform === "win32")("where there are signals", () => {
  test.each([
    [["SIGTERM", "SIGTERM"], 143],
    [["SIGTERM", "SIGTERM", "SIGTERM"], 143],
    [["SIGINT", "SIGINT"], 130],
    [["SIGINT", "SIGTERM"], 143],
  ] as const)("%j ends with %i", async (signals, code) => {
    const server = await startProcess(["--memory"]);
    const release = await occupy(server.endpoint, server.key);
    let isRunning = true;
    const ended = server.ended.finally(() => {
      isRunning = false;
    });
    for (const signal of signals) {
      if (isRunning) process.kill(server.pid, signal);
      // Signals that arrive together are delivered as one.
      await Promise.race([ended, sleep(300)]);
    }
    expect(await ended).toEqual([code, null]);
    release();
  });
});
