/** What the log of a node says when another one is killed: the end of its lease, the take-over, and the return. */
import { afterAll, describe, expect, test } from "vitest";
import { ControlClient } from "../harness/control-client.ts";
import { PostgresServer } from "../harness/postgres-server.ts";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";

const LEASE_SECONDS = 2;
const WAIT = { timeout: 30_000 };
const postgres = await PostgresServer.start("the log of a node that takes over");

describe.skipIf(postgres === undefined)("on PostgreSQL", () => {
  afterAll(() => postgres?.stop());

  test("kill -9 of one of two nodes", { timeout: 120_000 }, async () => {
    const url = await postgres!.newDatabase();
    const start = (port: number): Promise<ServerProcess> =>
      startProcess([
        ...["--store", url, "--lease", String(LEASE_SECONDS), "--port", String(port)],
        ...["--node", `http://127.0.0.1:${port}`],
      ]);
    const stays = await start(0);
    const client = new SignedClient(stays.endpoint, stays.key);
    const control = new ControlClient(stays);
    for (let i = 0; i < 8; i++) await client.createContainer("db", `c${i}`);
    const killed = await start(0);
    const owned = async () => {
      const { nodes } = (await control.get("nodes")).body;
      return nodes.find(({ isThis }: { isThis: boolean }) => !isThis)?.partitions ?? 0;
    };
    await expect.poll(owned, WAIT).toBeGreaterThan(0);
    await killed.end("SIGKILL");
    const address = `http://127\\.0\\.0\\.1:${killed.port}`;
    const lost = new RegExp(`info Node .+ at ${address}/ is lost: its lease ended \\d+\\.\\d s ago`);
    await expect.poll(() => stays.errors(), WAIT).toMatch(lost);
    const tookOver = /info Took over \d+ units? of node .+, \d+\.\d s after its lease ended\./;
    await expect.poll(() => stays.errors(), WAIT).toMatch(tookOver);
    const back = await start(killed.port);
    const returned = new RegExp(`info Node .+ at ${address}/ is back, \\d+\\.\\d s after its lease ended\\.`);
    await expect.poll(() => stays.errors(), WAIT).toMatch(returned);
    client.close();
    await back.end("SIGTERM");
    await stays.end("SIGTERM");
    // A planned stop is no loss.
    expect(stays.errors().match(/is lost/g)).toHaveLength(1);
  });
});
