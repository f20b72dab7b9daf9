/** A container through the SDK, for commands that work on any endpoint; loaded when one of them needs it. */

import { type Container, CosmosClient } from "@azure/cosmos";
import { withExactNumbers } from "@orrerydb/exact-json/cosmos";
import type { Account } from "../../control/connection-string.ts";
import { UsageError } from "../settings/flags.ts";
import { type ContainerName, notReached, wrongKey } from "./account.ts";

/** Items that it reads are marked JSON: print them with `printMarkedJson`. */
export function clientOf({ endpoint, key }: Account): CosmosClient {
  return new CosmosClient(withExactNumbers({ endpoint, key, userAgentSuffix: "orrery" }));
}

export function sdkContainer(client: CosmosClient, { database, container }: ContainerName): Container {
  return client.database(database).container(container);
}

/** In words of one sentence. The SDK throws objects that are no errors, too. */
export function plainError(account: Account, error: unknown): unknown {
  const { name, code, message, body } = error as {
    name?: string;
    code?: unknown;
    message?: string;
    body?: { message?: string };
  };
  if (error instanceof UsageError) return error;
  if (name === "RestError" || code === "ECONNREFUSED") return notReached(account, error);
  if (typeof code !== "number") return error;
  if (code === 401) return wrongKey(account);
  const text = (body?.message ?? message ?? "").split(/\r?\n/)[0]!;
  return new UsageError(`The endpoint answered ${code}: ${queryErrors(text) ?? text}`);
}

/** Errors of a query come as JSON behind a word. */
function queryErrors(text: string): string | undefined {
  const [, json] = /^(?:Message: )?(\{"errors":.*\})/.exec(text) ?? [];
  if (json === undefined) return undefined;
  try {
    const { errors } = JSON.parse(json) as { errors: { message: string; code: string }[] };
    return errors.map(({ message, code }) => `${message} (${code})`).join(" ");
  } catch {
    return undefined;
  }
}
