/** `orrery record`: writes the traffic of a server to a file, for `orrery advise --traffic`. */

import { setTimeout as sleep } from "node:timers/promises";
import { type JsonObject, printJsonText } from "@orrerydb/exact-json";
import type { ControlAnswer, ControlCall } from "../../api/control-api.ts";
import { wrongKey } from "../account/account.ts";
import { askServer } from "../account/control-client.ts";
import { endpointOf } from "../account/endpoint.ts";
import { RotatedFile } from "../data/rotated-file.ts";
import type { Command } from "../settings/command.ts";
import { DEFAULT_HOST, DEFAULT_PORT, WELL_KNOWN_KEY } from "../settings/defaults.ts";
import { type Flag, type Flags, integerOf, sizeOf, textOf, UsageError } from "../settings/flags.ts";

const FLAGS: readonly Flag[] = [
  { name: "out", value: "FILE", help: "the file to write, a line of JSON for each operation" },
  {
    name: "endpoint",
    value: "URL",
    help: "the server",
    otherwise: endpointOf(DEFAULT_HOST, DEFAULT_PORT),
  },
  { name: "account-key", value: "KEY", help: "its account key", otherwise: "the well-known emulator key" },
  { name: "seconds", value: "N", help: "how long to record", otherwise: "until Ctrl-C" },
  { name: "operations", value: "N", help: "end when so many, or a few more, are recorded" },
  { name: "hash", help: "hide texts: the same text gives the same hash, with a salt that nobody learns" },
  { name: "max-size", value: "SIZE", help: "begin another file when one is that large", otherwise: "256MB" },
];

export const command: Command = {
  flags: FLAGS,
  notes: `Files that are full become FILE.1 to FILE.4, the oldest last; more are deleted.`,
  run: record,
};

const DEFAULT_SIZE = 256 * 1024 * 1024;
const SECONDS_MAX = 7 * 86_400;
const OPERATIONS_MAX = 1_000_000_000;
const POLL_MS = 200;

async function record(flags: Flags): Promise<void> {
  const out = textOf(flags, "out");
  if (out === undefined) throw new UsageError("--out is needed: the file to write. See --help.");
  const endpoint = textOf(flags, "endpoint") ?? endpointOf(DEFAULT_HOST, DEFAULT_PORT);
  const server = { endpoint, key: textOf(flags, "account-key") ?? WELL_KNOWN_KEY };
  const sizeMax = sizeOf(flags, "max-size", DEFAULT_SIZE);
  const seconds = flags.seconds === undefined ? undefined : integerOf(flags, "seconds", 0, 1, SECONDS_MAX);
  const enough =
    flags.operations === undefined
      ? Number.POSITIVE_INFINITY
      : integerOf(flags, "operations", 0, 1, OPERATIONS_MAX);
  const ask = async <Name extends ControlCall>(
    method: "GET" | "POST" | "DELETE",
    target: string,
    body?: object,
  ) => {
    const { status, answer } = await askServer(server, method, target, body).catch(() => {
      throw new UsageError(`No server answers at ${endpoint}. Say where it is with --endpoint.`);
    });
    if (status === 401) throw wrongKey(server, "--account-key");
    if (status !== 200) throw new UsageError(`The server refused: ${answer.message}`);
    return answer as unknown as ControlAnswer<Name>;
  };
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const started = await ask<"POST recording">("POST", "recording", { hash: flags.hash === true });
  const file = new RotatedFile(out, sizeMax);
  const untilMs = seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + seconds * 1000;
  let { next } = started;
  let operations = 0;
  let dropped = 0;
  const take = async (): Promise<boolean> => {
    const part = await ask<"GET recording">("GET", `recording?from=${next}`);
    await file.write(part.operations.map((operation) => `${printJsonText(operation as JsonObject)}\n`));
    ({ next, dropped } = part);
    operations += part.operations.length;
    return part.operations.length > 0;
  };
  try {
    while (!stop.signal.aborted && performance.now() < untilMs && operations < enough) {
      if (!(await take())) await sleep(POLL_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  } finally {
    await ask("DELETE", "recording");
    while (await take());
    await file.close();
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
  const lost = dropped === 0 ? "" : ` ${dropped} came faster than they were taken, and are missing.`;
  process.stdout.write(`Recorded ${operations} operations in ${out}.${lost}\n`);
}
