/** `orrery reset`: deletes every database of an account, so that it is as new. */

import { createHmac } from "node:crypto";
import { createInterface } from "node:readline/promises";
import type { Account } from "../../control/connection-string.ts";
import { ACCOUNT_FLAGS, accountOf, notReached, wrongKey } from "../account/account.ts";
import { isLoopback } from "../account/endpoint.ts";
import type { Command } from "../settings/command.ts";
import { type Flag, type Flags, UsageError } from "../settings/flags.ts";
import { printResult } from "../settings/print-result.ts";

const FLAGS: readonly Flag[] = [
  ...ACCOUNT_FLAGS,
  { name: "yes", help: "do not ask; needed for a server that is not on this machine" },
  { name: "json", help: "print the result as one line of JSON" },
];

export const command: Command = {
  flags: FLAGS,
  notes: `It asks first where somebody can answer. Servers elsewhere are reset with --yes
alone.`,
  run: reset,
};

async function reset(flags: Flags): Promise<void> {
  const account = accountOf(flags);
  let names = await databaseNames(account);
  if (flags.yes !== true) await confirm(account, names.length);
  const deleted: string[] = [];
  // One page of names after the other.
  for (; names.length > 0; names = await databaseNames(account)) {
    for (const name of names) await send(account, "DELETE", `dbs/${encodeURIComponent(name)}`, `dbs/${name}`);
    deleted.push(...names);
  }
  const count = deleted.length === 1 ? "1 database was" : `${deleted.length} databases were`;
  printResult(flags, { deleted }, `${count} deleted.\n`);
}

async function confirm({ endpoint }: Account, count: number): Promise<void> {
  const isHere = isLoopback(new URL(endpoint).hostname.replace(/^\[|\]$/g, ""));
  if (!isHere)
    throw new UsageError(`${endpoint} is not on this machine. To reset it all the same, add --yes.`);
  if (process.stdin.isTTY !== true || count === 0) return;
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await questions.question(`Delete ${count} databases at ${endpoint}? (yes/no) `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError("Nothing was deleted.");
  } finally {
    questions.close();
  }
}

async function databaseNames(account: Account): Promise<string[]> {
  const { Databases } = (await send(account, "GET", "dbs", "")) as { Databases: { id: string }[] };
  return Databases.map(({ id }) => id);
}

/** A request of the protocol, signed: so small that it needs no SDK. */
async function send(account: Account, method: "GET" | "DELETE", path: string, link: string): Promise<object> {
  const date = new Date().toUTCString();
  const text = `${method.toLowerCase()}\ndbs\n${link}\n${date.toLowerCase()}\n\n`;
  const signature = createHmac("sha256", Buffer.from(account.key, "base64")).update(text).digest("base64");
  const response = await fetch(new URL(path, account.endpoint), {
    method,
    headers: {
      authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
      "x-ms-date": date,
      "x-ms-version": "2020-07-15",
    },
  }).catch((error: unknown) => {
    throw notReached(account, error);
  });
  const body = await response.text();
  if (response.ok || response.status === 404) return body === "" ? {} : (JSON.parse(body) as object);
  if (response.status === 401) throw wrongKey(account);
  throw new UsageError(`${account.endpoint} refused with ${response.status}: ${body.slice(0, 300)}`);
}
