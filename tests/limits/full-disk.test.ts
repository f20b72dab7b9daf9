/**
 * A disk that runs full: writes fail with a clear 503, reads go on, and when there is room again it works again. The
 * disk is a small one in memory, which only root on Linux can have; elsewhere this is skipped, and says so.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { type Answer, SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const DISK_MB = 64;
const MB = 1024 * 1024;
const ITEMS = "/dbs/db/colls/c/docs";
/** One writer for each. */
const KEYS = ["a", "b", "c", "d", "e", "f", "g", "h"];
const ITEM_BYTES = 100_000;
/** More than fits. */
const WRITES_MAX = 2_000;

const disk = temporaryFolder("full-disk");
const data = join(disk, "data");
const ballast = join(disk, "ballast");
const isMounted = mount();

function mount(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "orrery-test", disk], {
      stdio: "ignore",
    });
    return true;
  } catch {
    console.warn(
      "SKIPPED: 3 tests of a full disk, because no small disk can be mounted here (needs root on Linux).",
    );
    return false;
  }
}

/** Whatever a test has left running. */
let running: ServerProcess | undefined;

afterEach(async () => {
  await running?.end("SIGKILL");
  for (const path of [data, ballast]) rmSync(path, { recursive: true, force: true });
});

afterAll(() => {
  if (isMounted) execFileSync("umount", [disk]);
});

/** All but so many bytes of what is free are taken by something else. */
function fillUp(leftBytes = 0): void {
  rmSync(ballast, { force: true });
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
}

/** Writers with an account of what was acknowledged to them. */
class Writers {
  readonly acknowledged: (readonly [pk: string, id: string])[] = [];
  #server!: ServerProcess;
  #client!: SignedClient;
  #last = 0;

  async start(): Promise<void> {
    this.#server = await startProcess(["--data", data, "--log-level", "error"]);
    running = this.#server;
    this.#client = new SignedClient(this.#server.endpoint, this.#server.key);
  }

  async createContainer(): Promise<void> {
    await this.#client.createContainer("db", "c");
  }

  async create(pk: string, bytes = ITEM_BYTES): Promise<Answer> {
    const id = `${++this.#last}`;
    // Nothing that compresses.
    const body = { id, pk, text: randomBytes(bytes / 2).toString("hex") };
    const answer = await this.#client.send("POST", ITEMS, { headers: keyHeader(pk), body });
    if (answer.status === 201) this.acknowledged.push([pk, id]);
    return answer;
  }

  async expectRefused(): Promise<void> {
    for (const refused of await Promise.all(KEYS.map((pk) => this.#createUntilRefused(pk)))) {
      expect(refused?.status).toBe(503);
      expect(JSON.parse(refused!.text).message).toContain("disk is full");
    }
  }

  async expectAcknowledged(): Promise<void> {
    for (const [pk, id] of this.acknowledged) {
      const { status } = await this.#client.send("GET", `${ITEMS}/${id}`, { headers: keyHeader(pk) });
      expect([pk, id, status]).toEqual([pk, id, 200]);
    }
    expect((await this.#client.send("GET", `${ITEMS}/none`, { headers: keyHeader("a") })).status).toBe(404);
  }

  async kill(): Promise<void> {
    this.#client.close();
    await this.#server.end("SIGKILL");
  }

  async expectWhole(): Promise<void> {
    this.#client.close();
    expect(await this.#server.end("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(this.#server.errors()).toBe("");
    const { code, output } = await runToEnd(["check", "--data", data]);
    expect(code).toBe(0);
    expect(output).toContain(`Everything agrees: ${this.acknowledged.length} items`);
  }

  async #createUntilRefused(pk: string): Promise<Answer | undefined> {
    for (let i = 0; i < WRITES_MAX / KEYS.length; i++) {
      const answer = await this.create(pk);
      if (answer.status !== 201) return answer;
    }
    return undefined;
  }
}

function keyHeader(pk: string): Record<string, string> {
  return { "x-ms-documentdb-partitionkey": JSON.stringify([pk]) };
}

test.skipIf(!isMounted)("a disk runs full and gets room again", async () => {
  const writers = new Writers();
  await writers.start();
  await writers.createContainer();
  for (let i = 0; i < 50; i++) expect((await writers.create("a")).status).toBe(201);
  fillUp();
  await writers.expectRefused();
  expect((await writers.create("a")).status).toBe(503);
  await writers.expectAcknowledged();

  rmSync(ballast);
  for (const { status } of await Promise.all(KEYS.map((pk) => writers.create(pk)))) expect(status).toBe(201);
  await writers.expectAcknowledged();
  await writers.expectWhole();
});

test.skipIf(!isMounted)(
  "writes end before the store has filled the disk itself, and a start is possible",
  async () => {
    const writers = new Writers();
    await writers.start();
    await writers.createContainer();
    await writers.expectRefused();
    await writers.kill();
    await writers.start();
    await writers.expectAcknowledged();
    // What a compaction had written when it was killed is room again; when that is used up, writes end as before.
    await writers.expectRefused();
    await writers.expectAcknowledged();
    await writers.expectWhole();
  },
);

test.skipIf(!isMounted)(
  "a start on a full disk serves reads, and writes when there is a little room",
  async () => {
    const writers = new Writers();
    await writers.start();
    await writers.createContainer();
    for (let i = 0; i < 150; i++) expect((await writers.create("a")).status).toBe(201);
    // Whatever is under way, a compaction too, ends without room.
    fillUp();
    await writers.expectRefused();
    for (let starts = 0; starts < 3; starts++) {
      await writers.kill();
      fillUp();
      await writers.start();
      await writers.expectAcknowledged();
      // Something else takes the room that opening did not need in the end.
      fillUp();
      expect((await writers.create("a")).status).toBe(503);
    }
    // The reserve, what is kept for opening after a first write, and a little more.
    rmSync(ballast);
    fillUp((DISK_MB / 16 + 3 + 4) * MB);
    await expect.poll(async () => (await writers.create("a", 100)).status).toBe(201);
    await writers.expectAcknowledged();
    await writers.expectWhole();
  },
);
