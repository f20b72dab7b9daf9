import { expect, test } from "vitest";
import type { Answer, Connections, Lent } from "./connections.ts";
import { ReadTransaction } from "./read-transaction.ts";

/** A connection that answers all statements but those that fail; what it was given back with. */
function connection(fails: (statement: string) => boolean) {
  const givenBack: unknown[] = [];
  const lent: Lent = {
    query: async (statement): Promise<Answer> => {
      if (fails(String(statement))) throw new Error(`canceled: ${statement}`);
      return [["row"]];
    },
    giveBack: (error) => givenBack.push(error),
  };
  const connections = { place: "The database", momentMs: 60_000, lend: async () => lent };
  return { givenBack, connections: connections as unknown as Connections };
}

test("reads one snapshot, and gives the connection back", async () => {
  const { connections, givenBack } = connection(() => false);
  const transaction = await ReadTransaction.begin(connections);
  expect(await transaction.query("SELECT 1")).toEqual([["row"]]);
  transaction.end();
  await expect.poll(() => givenBack).toEqual([undefined]);
});

test("reads nothing where the transaction did not begin, though the connection goes on", async () => {
  const { connections, givenBack } = connection((statement) => statement.startsWith("BEGIN"));
  const transaction = await ReadTransaction.begin(connections);
  for (let i = 0; i < 2; i++) await expect(transaction.query("SELECT 1")).rejects.toThrow();
  transaction.end();
  expect(givenBack).toEqual([expect.objectContaining({ message: expect.stringContaining("BEGIN") })]);
});
