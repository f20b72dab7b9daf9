/** Which account a command works on, and what it says where that account does not answer. */

import type { ControlAnswer, ControlCall } from "../../api/control-api.ts";
import { type Account, parseConnectionString } from "../../control/connection-string.ts";
import { DEFAULT_HOST, DEFAULT_PORT, WELL_KNOWN_KEY } from "../settings/defaults.ts";
import { type Flag, type Flags, givenName, textOf, UsageError } from "../settings/flags.ts";
import { askServer } from "./control-client.ts";
import { endpointOf } from "./endpoint.ts";

export interface ContainerName {
  readonly database: string;
  readonly container: string;
}

export const DEFAULT_ENDPOINT = endpointOf(DEFAULT_HOST, DEFAULT_PORT);

export const ACCOUNT_FLAGS: readonly Flag[] = [
  {
    name: "connection-string",
    value: "TEXT",
    help: "the account: AccountEndpoint=…;AccountKey=…;",
    otherwise: "endpoint and key",
  },
  {
    name: "endpoint",
    value: "URL",
    help: "the server",
    otherwise: DEFAULT_ENDPOINT,
    excludes: ["connection-string"],
  },
  {
    name: "account-key",
    value: "KEY",
    help: "its account key",
    otherwise: "the well-known emulator key",
    excludes: ["connection-string"],
  },
];

export function accountOf(flags: Flags): Account {
  const text = textOf(flags, "connection-string");
  if (text !== undefined) {
    const account = parseConnectionString(text);
    if (account !== undefined) return account;
    throw new UsageError("A connection string must be AccountEndpoint=URL;AccountKey=KEY; as it is printed.");
  }
  const endpoint = textOf(flags, "endpoint") ?? DEFAULT_ENDPOINT;
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint))
    throw new UsageError(
      `${givenName(flags, "endpoint")} must be an address such as ${DEFAULT_ENDPOINT}, not '${endpoint}'.`,
    );
  return { endpoint, key: textOf(flags, "account-key") ?? WELL_KNOWN_KEY };
}

/** `shop/orders`. */
export function containerName(text: string | undefined): ContainerName {
  const [database, container, ...more] = text?.split("/") ?? [];
  if (!database || !container || more.length > 0) {
    const given = text === undefined ? "" : `, not '${text}'`;
    throw new UsageError(`Name a container as DATABASE/CONTAINER, such as shop/orders${given}.`);
  }
  return { database, container };
}

/** What the control API answers, or a sentence. */
export async function askControl<Name extends ControlCall>(
  account: Account,
  target: string,
  method: "GET" | "POST" | "DELETE" = "GET",
  body?: object,
): Promise<ControlAnswer<Name>> {
  const { status, answer } = await askServer(account, method, target, body).catch((error: unknown) => {
    throw notReached(account, error);
  });
  if (status === 200) return answer as ControlAnswer<Name>;
  if (status === 401) throw wrongKey(account);
  if (status === 404 && !String(answer.message).includes("orrery/"))
    throw new UsageError(`${account.endpoint} is no Orrery: only that tells about its inside.`);
  throw new UsageError(`The server refused: ${String(answer.message).split("\r\n")[0]}`);
}

/** `flags`: those that name it. */
export function wrongKey(
  { endpoint }: Pick<Account, "endpoint">,
  flags = "--account-key or --connection-string",
): UsageError {
  return new UsageError(
    `${endpoint} does not know this account key (401). Give the right one with ${flags}.`,
  );
}

export function notReached({ endpoint }: Account, error: unknown): UsageError {
  interface SystemError {
    readonly code?: string;
    readonly message?: string;
    readonly cause?: SystemError;
  }
  // The SDK's errors have the code themselves, those of fetch in their cause.
  const { code, message } = (error as SystemError).cause ?? (error as SystemError);
  if (/CERT|SELF_SIGNED|VERIFY/.test(String(code)))
    return new UsageError(
      `The certificate of ${endpoint} is not trusted (${message}). Use http, or give it to Node with NODE_EXTRA_CA_CERTS.`,
    );
  if (isCutOff(error)) return cutOff(endpoint);
  if (error instanceof SyntaxError) return new UsageError(`What answers at ${endpoint} is no Orrery.`);
  return new UsageError(
    `No server answers at ${endpoint}. Start one with orrery, or say where it is with --endpoint or --connection-string.`,
  );
}

/** Whether a server was there, and went away before its answer was complete. Errors of the SDK have the code themselves. */
export function isCutOff(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException & { readonly cause?: NodeJS.ErrnoException };
  return ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(String(cause?.code ?? code));
}

export function cutOff(endpoint: string): UsageError {
  return new UsageError(
    `The server at ${endpoint} closed the connection before it had answered: it was stopped, or has failed. See its log. Whether the request was done is not known.`,
  );
}
