/**
 * The way that docs/scale-out.md shows: a folder that grew under one server is copied to PostgreSQL and served by two nodes, one of
 * which is killed while a client writes.
 */
import { CosmosClient } from "@azure/cosmos";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { PostgresServer } from "../harness/postgres-server.ts";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const postgres = await PostgresServer.start("from a folder to two nodes, one of which is killed");

describe.skipIf(postgres === undefined)("on PostgreSQL", () => {
  afterAll(() => postgres?.stop());

  test("from a folder to two nodes, one of which is killed while a client writes", async () => {
    const folder = temporaryFolder("newcomer");
    const laptop = await startProcess(["--data", folder]);
    const names = ["carts", "orders"];
    await withClient(laptop, async (client) => {
      const { database } = await client.databases.create({ id: "shop" });
      for (const id of names) {
        const { container } = await database.containers.create({ id, partitionKey: "/customer" });
        for (let i = 0; i < 10; i++) await container.items.create({ id: `before-${i}`, customer: "ada" });
      }
    });
    expect(await laptop.end("SIGINT")).toEqual({ code: 0, signal: null });
    const url = await postgres!.newDatabase();
    expect(await runToEnd(["copy", "--from", folder, "--to", url])).toMatchObject({ code: 0 });

    const flags = ["--store", url, "--node", "http://127.0.0.1:0", "--lease", "2"];
    const [killed, left] = await Promise.all([startProcess(flags), startProcess(flags)]);
    onTestFinished(async () => void (await left.end("SIGTERM")));
    const shown = await runToEnd(["nodes", "--endpoint", left.endpoint]);
    expect(shown.output).toMatch(
      /^node +address +state +lease +partitions +of containers\n(.* serving .*\n){2}$/,
    );
    const acknowledged: string[] = [];
    await withClient(left, async (client) => {
      const containers = names.map((id) => client.database("shop").container(id));
      // Both nodes have something to serve.
      await expect
        .poll(async () => (await nodesOf(left)).map(({ containers: own }) => own.length))
        .toEqual([1, 1]);
      const write = async (i: number) => {
        const container = containers[i % containers.length]!;
        const { statusCode } = await container.items
          .create({ id: `${i}`, customer: "ada" })
          .catch(({ code }: { code: number }) => ({ statusCode: code }));
        if (statusCode === 201) acknowledged.push(`${container.id}/${i}`);
        // The one that was under way at the kill, if any: nobody knows what became of it.
        else expect(statusCode).toBe(408);
      };
      for (let i = 0; i < 10; i++) await write(i);
      await killed.end("SIGKILL");
      for (let i = 10; i < 30; i++) await write(i);
      expect(acknowledged.length).toBeGreaterThanOrEqual(29);
      for (const container of containers) {
        const { resources } = await container.items.query<string>("SELECT VALUE c.id FROM c").fetchAll();
        expect(resources).toEqual(
          expect.arrayContaining(
            acknowledged.filter((each) => each.startsWith(container.id)).map((each) => each.split("/")[1]),
          ),
        );
      }
    });
    expect(await nodesOf(left)).toEqual([
      expect.objectContaining({ containers: ["shop/carts", "shop/orders"] }),
    ]);
  });
});

async function nodesOf({ endpoint }: ServerProcess): Promise<readonly { readonly containers: string[] }[]> {
  const { output } = await runToEnd(["nodes", "--json", "--endpoint", endpoint]);
  return JSON.parse(output).nodes;
}

async function withClient(
  { endpoint, key }: ServerProcess,
  work: (client: CosmosClient) => Promise<void>,
): Promise<void> {
  const client = new CosmosClient({ endpoint, key });
  try {
    await work(client);
  } finally {
    client.dispose();
  }
}
