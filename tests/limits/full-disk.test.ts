/**
 * A disk that runs full: writes fail with a clear 503, reads go on, and when there is room again it works again. The
 * disk is a small one in memory, which only root on Linux can have; elsewhere this is skipped, and says so.
 */
import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runToEnd, startProcess } from "../harness/server-process.ts";
import { type Answer, SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const DISK_MB = 64;
const ITEMS = "/dbs/db/colls/c/docs";
/** One writer for each. */
const KEYS = ["a", "b", "c", "d", "e", "f", "g", "h"];
/** More than fits into what a file system may keep in reserve. */
const WRITES_MAX = 2000;

const disk = temporaryFolder("full-disk");
const isMounted = mount();

function mount(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "orrery-test", disk], {
      stdio: "ignore",
    });
    return true;
  } catch {
    console.warn(
      "SKIPPED: a full disk is not tested, because no small disk can be mounted here (needs root).",
    );
    return false;
  }
}

afterAll(() => {
  if (isMounted) execFileSync("umount", [disk]);
});

test.skipIf(!isMounted)("a disk runs full and gets room again", async () => {
  const data = join(disk, "data");
  const server = await startProcess(["--data", data, "--log-level", "error"]);
  const client = new SignedClient(server.endpoint, server.key);
  await client.createContainer("db", "c");
  const acknowledged: (readonly [pk: string, id: string])[] = [];
  const create = async (pk: string, id: string): Promise<Answer> => {
    const body = { id, pk, text: "x".repeat(10_000) };
    const answer = await client.send("POST", ITEMS, { headers: keyHeader(pk), body });
    if (answer.status === 201) acknowledged.push([pk, id]);
    return answer;
  };
  const read = (pk: string, id: string) => client.send("GET", `${ITEMS}/${id}`, { headers: keyHeader(pk) });
  const expectAcknowledged = async () => {
    for (const [pk, id] of acknowledged) expect([pk, id, (await read(pk, id)).status]).toEqual([pk, id, 200]);
  };
  for (let i = 0; i < 50; i++) expect((await create("a", `before-${i}`)).status).toBe(201);

  const ballast = join(disk, "ballast");
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  const writeUntilRefused = async (pk: string): Promise<Answer | undefined> => {
    for (let i = 0; i < WRITES_MAX / KEYS.length; i++) {
      const answer = await create(pk, `full-${i}`);
      if (answer.status !== 201) return answer;
    }
    return undefined;
  };
  for (const refused of await Promise.all(KEYS.map(writeUntilRefused))) {
    expect(refused?.status).toBe(503);
    expect(JSON.parse(refused!.text).message).toContain("disk is full");
  }
  expect((await create("a", "still-full")).status).toBe(503);
  await expectAcknowledged();
  expect((await read("a", "still-full")).status).toBe(404);

  rmSync(ballast);
  for (const { status } of await Promise.all(KEYS.map((pk) => create(pk, "room-again"))))
    expect(status).toBe(201);
  await expectAcknowledged();
  client.close();
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(server.errors()).toBe("");

  const { code, output } = await runToEnd(["check", "--data", data]);
  expect(code).toBe(0);
  expect(output).toContain(`Everything agrees: ${acknowledged.length} items`);
});

function keyHeader(pk: string): Record<string, string> {
  return { "x-ms-documentdb-partitionkey": JSON.stringify([pk]) };
}
