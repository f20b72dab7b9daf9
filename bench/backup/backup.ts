/**
 * A backup of a data folder, a second one of the same state, and restoring it, by the commands. ORRERY_BENCH_BACKUP_GB says
 * how large the folder is; it takes four times that of the disk where backups are no links.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runToEnd } from "../../tests/harness/server-process.ts";
import { printTable } from "../print-table.ts";
import { endedChildrenMs } from "../processor-ms.ts";
import { fillContainers, ITEMS_PER_KEY, partitionKeyOf } from "../query/fill-container.ts";

const GIGABYTES = Number(process.env.ORRERY_BENCH_BACKUP_GB ?? 1);
/** So that a batch of them is below its limit; random bytes, which do not compress. */
const ITEM_BYTES = 18_000;

const folder = mkdtempSync(join(tmpdir(), "orrery-backup-"));
const [data, backups, restored] = ["data", "backups", "restored"].map((name) => join(folder, name));

function bytesOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

async function timed(name: string, args: readonly string[]): Promise<string[]> {
  const startMs = performance.now();
  const usedBeforeMs = endedChildrenMs(process.pid);
  const { code, errors } = await runToEnd(args);
  if (code !== 0) throw new Error(`orrery ${args.join(" ")} ended with ${code}: ${errors}`);
  const seconds = (performance.now() - startMs) / 1000;
  const usedSeconds = (endedChildrenMs(process.pid) - usedBeforeMs) / 1000;
  const row = [name, seconds.toFixed(1), (bytes / 1e6 / seconds).toFixed(0), usedSeconds.toFixed(1)];
  console.log(row.join(" | "));
  return row;
}

let bytes = 0;
try {
  const count = Math.ceil((GIGABYTES * 1e9) / ITEM_BYTES / ITEMS_PER_KEY) * ITEMS_PER_KEY;
  await fillContainers(join(data!, "leveldb"), [
    {
      definition: {
        id: "c",
        indexingPolicy: { includedPaths: [{ path: "/*" }], excludedPaths: [{ path: "/payload/?" }] },
      },
      count,
      itemOf: (i) => ({
        id: `${i}`,
        pk: partitionKeyOf(i),
        n: i,
        payload: randomBytes(ITEM_BYTES * 0.75).toString("base64"),
      }),
    },
  ]);
  bytes = bytesOf(data!);
  printTable([
    [`${(bytes / 1e9).toFixed(2)} GB`, "s", "MB/s", "s of the processor"],
    await timed("backup", ["backup", "--data", data!, "--to", backups!]),
    await timed("backup of the same state", ["backup", "--data", data!, "--to", backups!]),
    await timed("restore", ["restore", "--from", backups!, "--to", restored!]),
    await timed("check of what was restored", ["check", "--data", restored!]),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
