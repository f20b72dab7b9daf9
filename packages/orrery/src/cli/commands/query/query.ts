/** `orrery query`: one query, or a shell for many. */

import type { Container, JSONValue, SqlQuerySpec } from "@azure/cosmos";
import {
  exactMember,
  type JsonObject,
  markedJson,
  parseJsonText,
  printMarkedJson,
} from "@orrerydb/exact-json";
import { ACCOUNT_FLAGS, accountOf, containerName } from "../../account/account.ts";
import { clientOf, plainError, sdkContainer } from "../../account/sdk-container.ts";
import type { Command } from "../../settings/command.ts";
import { type Flag, type Flags, givenName, integerOf, textOf, UsageError } from "../../settings/flags.ts";
import { counted } from "../../terminal/table.ts";
import { queryShell } from "./query-shell.ts";

const FLAGS: readonly Flag[] = [
  ...ACCOUNT_FLAGS,
  {
    name: "parameters",
    value: "JSON",
    help: 'values of parameters, as an object: {"@name": "ada"}',
  },
  {
    name: "partition-key",
    value: "JSON",
    help: "ask this partition key alone: a value, or an array of levels",
  },
  { name: "page-size", value: "N", help: "rows of a page", otherwise: "100; 20 in the shell" },
  { name: "limit", value: "N", help: "end after so many rows", otherwise: "all" },
  { name: "json", help: "print rows, charge and pages as one line of JSON" },
];

export const command: Command = {
  arguments: "DATABASE/CONTAINER [TEXT]",
  argumentsMax: 2,
  flags: FLAGS,
  notes: `Without a text, it is a shell.
Rows go to standard output, one on each line; what they cost goes to standard
error. Works on every endpoint of the protocol; needs the package @azure/cosmos
beside this one.`,
  run: query,
};

async function query(flags: Flags, words: readonly string[]): Promise<void> {
  const [place, text] = words;
  const account = accountOf(flags);
  const client = clientOf(account);
  try {
    if (text === undefined) {
      const start = place === undefined ? undefined : containerName(place);
      return await queryShell({
        account,
        client,
        start,
        pageSize: integerOf(flags, "page-size", 20, 1, 1_000),
      });
    }
    await runQuery(sdkContainer(client, containerName(place)), text, flags);
  } catch (error) {
    throw plainError(account, error);
  } finally {
    client.dispose();
  }
}

async function runQuery(container: Container, text: string, flags: Flags): Promise<void> {
  const key = jsonOf(flags, "partition-key");
  const limit = integerOf(flags, "limit", Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER);
  const pages = container.items.query(specOf(text, flags), {
    maxItemCount: integerOf(flags, "page-size", 100, 1, 1_000),
    ...(key === undefined ? {} : { partitionKey: key as never }),
  });
  const startMs = performance.now();
  const rows: unknown[] = [];
  let [count, charge, number] = [0, 0, 0];
  while (pages.hasMoreResults() && count < limit) {
    const { resources = [], requestCharge } = await pages.fetchNext();
    const taken = resources.slice(0, limit - count);
    [count, charge, number] = [count + taken.length, charge + requestCharge, number + 1];
    if (flags.json === true) rows.push(...taken);
    else process.stdout.write(taken.map((row) => `${printMarkedJson(row)}\n`).join(""));
  }
  const ms = Math.round(performance.now() - startMs);
  charge = Math.round(charge * 100) / 100;
  if (flags.json === true) process.stdout.write(`${printMarkedJson({ rows, charge, pages: number, ms })}\n`);
  else process.stderr.write(`${counted(count, "row")}, ${charge} RU, ${counted(number, "page")}, ${ms} ms\n`);
}

function specOf(text: string, flags: Flags): SqlQuerySpec {
  const given = jsonOf(flags, "parameters") ?? {};
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new UsageError(`${givenName(flags, "parameters")} must be an object such as {"@name": "ada"}.`);
  const parameters = Object.keys(given).map((name) => ({
    name: name.startsWith("@") ? name : `@${name}`,
    value: markedJson(exactMember(given as JsonObject, name)) as JSONValue,
  }));
  return { query: text, parameters };
}

function jsonOf(flags: Flags, name: string): unknown {
  const text = textOf(flags, name);
  if (text === undefined) return undefined;
  try {
    return parseJsonText(text);
  } catch {
    throw new UsageError(
      `${givenName(flags, name)} must be JSON, not '${text}'. A text has quotes: '"ada"'.`,
    );
  }
}
