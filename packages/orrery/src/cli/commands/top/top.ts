/** `orrery top`: containers, partitions and keys of a running Orrery, live. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ContainerFigures } from "../../../api/control-api.ts";
import type { Account } from "../../../control/connection-string.ts";
import { containerPath } from "../../../control/container-name.ts";
import { ACCOUNT_FLAGS, accountOf, askControl, containerName } from "../../account/account.ts";
import type { Command } from "../../settings/command.ts";
import { type Flag, type Flags, integerOf } from "../../settings/flags.ts";
import { paintFor } from "../../terminal/paint.ts";
import { type TopFigures, topScreen } from "./top-screen.ts";

const FLAGS: readonly Flag[] = [
  ...ACCOUNT_FLAGS,
  { name: "every", value: "SECONDS", help: "how often to look", otherwise: "1" },
  { name: "once", help: "look once, and end" },
  { name: "json", help: "print a line of JSON each time" },
];

export const command: Command = {
  arguments: "[DATABASE/CONTAINER]",
  argumentsMax: 1,
  flags: FLAGS,
  notes: `Without a name, it shows the busiest container.
q or Ctrl+C ends it. Where the output is no terminal, it looks once.`,
  run: top,
};

const KEYS_SHOWN = 10;
const CTRL_C = "\u0003";
const OTHER_SCREEN = "\x1b[?1049h\x1b[?25l";
const OWN_SCREEN = "\x1b[?25h\x1b[?1049l";
const PLAIN_SIZE = { columns: 160, rows: 1_000 };

async function top(flags: Flags, words: readonly string[]): Promise<void> {
  const account = accountOf(flags);
  const name = words[0] === undefined ? undefined : containerName(words[0]) && words[0];
  const everyMs = integerOf(flags, "every", 1, 1, 3_600) * 1000;
  const isJson = flags.json === true;
  const isLive = flags.once !== true && (isJson || process.stdout.isTTY === true);
  const first = await look(account, name);
  if (!isLive) {
    process.stdout.write(isJson ? line(first) : plain(first));
    return;
  }
  if (isJson) return watch(account, name, everyMs, first, (figures) => process.stdout.write(line(figures)));
  process.stdout.write(OTHER_SCREEN);
  try {
    await watch(account, name, everyMs, first, (figures) => {
      const lines = topScreen(figures, screenSize(), paintFor(process.stdout));
      process.stdout.write(`\x1b[H${lines.map((each) => `${each}\x1b[K\n`).join("")}\x1b[J`);
    });
  } finally {
    process.stdout.write(OWN_SCREEN);
  }
}

/** Some terminals, such as those of scripts, do not tell. */
function screenSize(): { readonly columns: number; readonly rows: number } {
  return { columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 };
}

/** Until a signal or `q`. */
async function watch(
  account: Account,
  name: string | undefined,
  everyMs: number,
  first: TopFigures,
  show: (figures: TopFigures) => void,
): Promise<void> {
  const stop = new AbortController();
  const end = () => stop.abort();
  const onKey = (keys: Buffer) => {
    if (["q", CTRL_C].includes(keys.toString())) end();
  };
  process.once("SIGINT", end).once("SIGTERM", end);
  const { stdin } = process;
  if (stdin.isTTY) stdin.setRawMode(true).on("data", onKey).resume();
  try {
    for (let figures = first; !stop.signal.aborted; figures = await look(account, name)) {
      show(figures);
      await sleep(everyMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  } finally {
    if (stdin.isTTY) stdin.setRawMode(false).off("data", onKey).pause();
    process.off("SIGINT", end).off("SIGTERM", end);
  }
}

async function look(account: Account, name: string | undefined): Promise<TopFigures> {
  const { containers } = await askControl<"GET containers">(account, "containers");
  const shown = name ?? busiest(containers);
  const figures = { endpoint: account.endpoint, at: new Date(), containers };
  if (shown === undefined) return figures;
  const path = containerPath(containerName(shown));
  const [{ partitions }, keys] = await Promise.all([
    askControl<"GET C/partitions">(account, `${path}/partitions`),
    askControl<"GET C/keys">(account, `${path}/keys?limit=${KEYS_SHOWN}`),
  ]);
  return { ...figures, shown: { name: shown, partitions, keys } };
}

function busiest(containers: readonly ContainerFigures[]): string | undefined {
  const [first] = [...containers].sort((a, b) => b.usedRuPerSecond - a.usedRuPerSecond || b.items - a.items);
  return first && `${first.database}/${first.container}`;
}

function line(figures: TopFigures): string {
  return `${JSON.stringify(figures)}\n`;
}

function plain(figures: TopFigures): string {
  return topScreen(figures, PLAIN_SIZE, paintFor(process.stdout))
    .map((each) => `${each.trimEnd()}\n`)
    .join("");
}
