/**
 * Reads one item again and again, and beside it the answer of a bare HTTP server in a process of its own. What others do on
 * the machine delays both; what the database does delays the first.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import type { Endpoint } from "./clients.ts";
import type { Load } from "./load.ts";

const BARE_SERVER = fileURLToPath(new URL("bare-server.mjs", import.meta.url));
const ITEMS = "/dbs/soak/colls/ring/docs";
const PAUSE_MS = 40;
const ITEM = { id: "probe", pk: "probe", text: "x".repeat(600) };
const OF_ITEM = { "x-ms-documentdb-partitionkey": JSON.stringify([ITEM.pk]) };

/** In milliseconds, sorted. */
interface Probes {
  readonly own: readonly number[];
  readonly bare: readonly number[];
}

export class Prober {
  readonly #client: SignedClient;
  readonly #bare: SignedClient;
  #own: number[] = [];
  #bareMs: number[] = [];

  private constructor(client: SignedClient, bare: SignedClient) {
    this.#client = client;
    this.#bare = bare;
  }

  static async start({ endpoint, key }: Endpoint, load: Load): Promise<Prober> {
    const child = spawn(process.execPath, [BARE_SERVER], { stdio: ["ignore", "pipe", "inherit", "ipc"] });
    const [port] = (await once(createInterface(child.stdout!), "line")) as [string];
    const prober = new Prober(
      new SignedClient(endpoint, key, 1),
      new SignedClient(`http://127.0.0.1:${port}`, key, 1),
    );
    const { status } = await prober.#client.send("POST", ITEMS, { body: ITEM, headers: OF_ITEM });
    if (status !== 201) throw new Error(`The prober's item was not created: ${status}.`);
    let turn = 0;
    load.repeat("prober", PAUSE_MS, async () => {
      // Neither always comes after the pause.
      if (turn++ % 2 === 0) await prober.#probeBare();
      await prober.#probeOwn(load);
      if (turn % 2 === 0) await prober.#probeBare();
    });
    return prober;
  }

  /** Since the last time it was asked. */
  take(): Probes {
    const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
    const probes = { own: sorted(this.#own), bare: sorted(this.#bareMs) };
    this.#own = [];
    this.#bareMs = [];
    return probes;
  }

  async #probeOwn(load: Load): Promise<void> {
    const startMs = performance.now();
    const { status, text } = await this.#client.send("GET", `${ITEMS}/${ITEM.id}`, { headers: OF_ITEM });
    this.#own.push(performance.now() - startMs);
    load.answered("probe", status, text);
    if (status !== 200) load.fault("probe", `the item was answered with ${status}: ${text}`);
  }

  async #probeBare(): Promise<void> {
    const startMs = performance.now();
    await this.#bare.send("GET", "/");
    this.#bareMs.push(performance.now() - startMs);
  }
}
