/** Queries one after the other, with a history, completion, pages and what each cost. */

import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { CosmosClient, QueryIterator } from "@azure/cosmos";
import { printMarkedJson, unmarkedJson } from "@orrerydb/exact-json";
import type { Account } from "../../../control/connection-string.ts";
import { type ContainerName, containerName } from "../../account/account.ts";
import { plainError, sdkContainer } from "../../account/sdk-container.ts";
import { paintFor } from "../../terminal/paint.ts";
import { counted } from "../../terminal/table.ts";
import { type Completions, completeQuery, propertiesOf } from "./query-completion.ts";

/** Lines of the history that are kept. */
export const HISTORY_LINES_MAX = 500;
/** Items that are read for completion when a container is chosen. */
const ITEMS_LEARNED = 3;
const HISTORY_FILE = join(homedir(), ".orrery_history");

const HELP = `A line is a query. With \\ at its end it goes on in the next.
.use DATABASE/CONTAINER   ask this container
.containers               list containers
.more, or Enter           the next page
.exit, or Ctrl+D          end
`;

interface ShellOptions {
  readonly account: Account;
  readonly client: CosmosClient;
  readonly start: ContainerName | undefined;
  readonly pageSize: number;
}

export async function queryShell(options: ShellOptions): Promise<void> {
  const { account } = options;
  const shell = new Shell(options);
  const isTerminal = process.stdin.isTTY === true;
  const lines = createInterface({
    input: process.stdin,
    output: isTerminal ? process.stdout : undefined,
    terminal: isTerminal,
    history: isTerminal ? readHistory() : [],
    historySize: HISTORY_LINES_MAX,
    completer: (line: string) => completeQuery(line, shell.completions),
  });
  // At once: lines of a pipe that come while nobody listens are lost.
  const typed = lines[Symbol.asyncIterator]();
  if (isTerminal) {
    lines.on("history", writeHistory);
    process.stdout.write(`${account.endpoint}: .help says what can be typed.\n`);
  }
  await shell.listContainers().catch(() => {});
  if (isTerminal) shell.learn();
  const ask = () => {
    lines.setPrompt(shell.prompt);
    if (isTerminal) lines.prompt();
  };
  lines.on("SIGINT", () => lines.close());
  ask();
  for await (const line of typed) {
    try {
      if (!(await shell.take(line))) break;
    } catch (error) {
      const plain = plainError(account, error) as Error;
      process.stderr.write(`${paintFor(process.stderr).red(plain.message)}\n`);
      if (!isTerminal) process.exitCode = 1;
    }
    ask();
  }
  lines.close();
  if (isTerminal) process.stdout.write("\n");
}

class Shell {
  readonly #options: ShellOptions;
  readonly #paint = paintFor(process.stdout);
  #containers: string[] = [];
  #properties = new Set<string>();
  #place: ContainerName | undefined;
  #pages: QueryIterator<unknown> | undefined;
  #begun = "";

  constructor(options: ShellOptions) {
    this.#options = options;
    this.#place = options.start;
  }

  get prompt(): string {
    if (this.#begun !== "") return "... ";
    return `${this.#place === undefined ? "orrery" : `${this.#place.database}/${this.#place.container}`}> `;
  }

  get completions(): Completions {
    return { containers: this.#containers, properties: [...this.#properties] };
  }

  /** Whether to go on. */
  async take(line: string): Promise<boolean> {
    if (line.endsWith("\\")) {
      this.#begun += `${line.slice(0, -1)}\n`;
      return true;
    }
    const text = (this.#begun + line).trim().replace(/;$/, "");
    this.#begun = "";
    const [word, argument] = text.split(/\s+/);
    if (text === "" || word === ".more") await this.#showPage();
    else if (word === ".exit" || word === ".quit") return false;
    else if (word === ".help") process.stdout.write(HELP);
    else if (word === ".use") {
      this.#place = containerName(argument);
      this.learn();
    } else if (word === ".containers") {
      await this.listContainers();
      process.stdout.write(this.#containers.map((name) => `${name}\n`).join(""));
    } else if (word!.startsWith(".")) process.stdout.write(`There is no ${word}.\n${HELP}`);
    else await this.#run(text);
    return true;
  }

  async listContainers(): Promise<void> {
    const { client } = this.#options;
    const names: string[] = [];
    const { resources: databases } = await client.databases.readAll().fetchAll();
    for (const { id } of databases) {
      const { resources } = await client.database(id).containers.readAll().fetchAll();
      names.push(...resources.map((container) => `${id}/${container.id}`));
    }
    this.#containers = names;
    // Where there is one, nobody has to say which.
    if (names.length === 1) this.#place ??= containerName(names[0]);
  }

  /** For completion: what some items of the container have. Nobody waits for it, and a failure shows in the next query. */
  learn(): void {
    if (this.#place === undefined) return;
    const { items } = sdkContainer(this.#options.client, this.#place);
    items
      .query(`SELECT TOP ${ITEMS_LEARNED} * FROM c`, { maxItemCount: ITEMS_LEARNED })
      .fetchNext()
      .then(
        ({ resources }) => this.#note(resources ?? []),
        () => {},
      );
  }

  #note(rows: readonly unknown[]): void {
    for (const property of propertiesOf(unmarkedJson(rows))) this.#properties.add(property);
  }

  async #run(text: string): Promise<void> {
    const { client, pageSize } = this.#options;
    const container = sdkContainer(client, this.#place ?? containerName(undefined));
    this.#pages = container.items.query(text, { maxItemCount: pageSize });
    await this.#showPage();
  }

  async #showPage(): Promise<void> {
    if (this.#pages === undefined) return;
    const startMs = performance.now();
    const { resources = [], requestCharge } = await this.#pages.fetchNext();
    const ms = Math.round(performance.now() - startMs);
    this.#note(resources);
    process.stdout.write(resources.map((row) => `${printMarkedJson(row)}\n`).join(""));
    const hasMore = this.#pages.hasMoreResults();
    if (!hasMore) this.#pages = undefined;
    const more = hasMore ? "; Enter for more" : "";
    process.stdout.write(
      this.#paint.dim(`${counted(resources.length, "row")}, ${requestCharge} RU, ${ms} ms${more}\n`),
    );
  }
}

function readHistory(): string[] {
  return existsSync(HISTORY_FILE) ? readFileSync(HISTORY_FILE, "utf8").split("\n").filter(Boolean) : [];
}

/** A home that cannot be written to has no history, and that is all. */
function writeHistory(lines: readonly string[]): void {
  try {
    writeFileSync(HISTORY_FILE, `${lines.join("\n")}\n`, { mode: 0o600 });
    chmodSync(HISTORY_FILE, 0o600);
  } catch {}
}
