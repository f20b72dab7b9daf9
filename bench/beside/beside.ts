/**
 * The README's table of Orrery beside others: each thing is tried with the published SDK on each server, and the table
 * says what came of it. Others take part as in the bench `cliffs`.
 */
import { CosmosClient } from "@azure/cosmos";
import { startCosmium, startCosmosdbServer } from "../cliffs/rivals.ts";
import { printTable } from "../print-table.ts";
import { orrery, start } from "../spine/contestant.ts";
import { TRIALS } from "./trials.ts";

const KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
/** Whoever has not answered by then does not. */
const TRIAL_MS_MAX = 30_000;

interface Server {
  readonly name: string;
  readonly endpoint: string;
  stop(): Promise<void>;
}

const servers: Server[] = [{ ...(await start(orrery("process"))), name: "Orrery" }];
for (const other of [await startCosmium(), await startCosmosdbServer()]) if (other) servers.push(other);
const rows = [["", ...servers.map(({ name }) => name)], ...TRIALS.map(({ what }) => [what])];
for (const server of servers) {
  const outcomes = await tryAll(server);
  for (const [i, outcome] of outcomes.entries()) rows[i + 1]!.push(outcome);
  await server.stop();
}
printTable(rows);

async function tryAll({ endpoint }: Server): Promise<string[]> {
  const client = new CosmosClient({
    endpoint,
    key: KEY,
    connectionPolicy: { enableEndpointDiscovery: false },
  });
  const outcomes: string[] = [];
  for (const [i, { attempt }] of TRIALS.entries()) {
    const { database } = await client.databases.createIfNotExists({ id: `trial${i}` });
    outcomes.push(await outcomeOf(attempt({ database, endpoint })));
    await database.delete().catch(() => {});
  }
  client.dispose();
  return outcomes;
}

async function outcomeOf(attempt: Promise<string | boolean>): Promise<string> {
  const late = new Promise<string>((resolve) =>
    setTimeout(() => resolve("does not end"), TRIAL_MS_MAX).unref(),
  );
  const outcome = await Promise.race([attempt, late]).catch((error: { code?: unknown }) => {
    return typeof error.code === "number" ? `no (${error.code})` : "no";
  });
  return typeof outcome === "string" ? outcome : outcome ? "yes" : "no";
}
