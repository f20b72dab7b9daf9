/** `orrery wait`: ends when a server takes requests. For scripts that have just started one. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "../../control/connection-string.ts";
import { ACCOUNT_FLAGS, accountOf, notReached } from "../account/account.ts";
import type { Command } from "../settings/command.ts";
import { type Flag, type Flags, integerOf, UsageError } from "../settings/flags.ts";
import { printResult } from "../settings/print-result.ts";

const FLAGS: readonly Flag[] = [
  ...ACCOUNT_FLAGS,
  { name: "timeout", value: "SECONDS", help: "how long to wait", otherwise: "60" },
  { name: "json", help: "print the result as one line of JSON" },
];

export const command: Command = {
  flags: FLAGS,
  notes: `Exits with 0 when it does, with 1 when it does not in time. Other emulators
count as ready when they answer.`,
  run: wait,
};

const POLL_MS = 200;
const TRY_MS = 5_000;

async function wait(flags: Flags): Promise<void> {
  const account = accountOf(flags);
  const seconds = integerOf(flags, "timeout", 60, 0, 86_400);
  const startMs = performance.now();
  for (;;) {
    const outcome = await tryOnce(account);
    const waitedMs = performance.now() - startMs;
    if (outcome === "ready") {
      const waited = (waitedMs / 1000).toFixed(1);
      const result = { ready: true, endpoint: account.endpoint, waitedMs: Math.round(waitedMs) };
      return printResult(flags, result, `Ready after ${waited} s: ${account.endpoint}\n`);
    }
    if (waitedMs >= seconds * 1000)
      throw outcome instanceof UsageError
        ? outcome
        : new UsageError(`${account.endpoint} answers, but is not ready after ${seconds} s.`);
    await sleep(POLL_MS);
  }
}

/** Whatever is no Orrery has no such page: that it answers is all that can be known. */
async function tryOnce(account: Account): Promise<"ready" | "busy" | UsageError> {
  try {
    const answer = await fetch(new URL("/_orrery/ready", account.endpoint), {
      signal: AbortSignal.timeout(TRY_MS),
    });
    await answer.arrayBuffer();
    return answer.status >= 500 ? "busy" : "ready";
  } catch (error) {
    return notReached(account, error);
  }
}
