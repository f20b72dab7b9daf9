/**
 * Compiled code that one process leaves for the next: compiling takes a server longer than all else of its start.
 *
 * - V8 trusts code that it is given, once it is of its own version. So a file counts only where its checksum matches, and
 *   its name has that of the source.
 * - Whoever can write such files decides what runs: their folder is this user's alone, or it is not used.
 * - What cannot be kept is compiled again. Nothing fails for it.
 *
 * Node 22 and later can do this themselves; this is as fast or faster there, and one way for all.
 */
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

/** Smaller files are compiled before their code would be found. */
const SOURCE_BYTES_MIN = 2 * 1024;
/** Around a CommonJS file; on its first line, so that traces have the lines of the file. */
const BEFORE = Buffer.from("(function (exports, require, module, __filename, __dirname) {");
const AFTER = Buffer.from("\n})");
const CHECKSUM_BYTES = 4;
/** What a process leaves has the functions that it ran. One that ran more of them replaces it. */
const WORTHWHILE_GROWTH = 1.1;

interface LoadedScript {
  readonly script: Script;
  readonly file: string;
  /** Of what was kept of it before. */
  readonly keptBytes: number;
}

/** Room for one file after another: nothing is collected during a start, and an idle server would keep them all. */
let room = Buffer.alloc(0);
const NOTHING = room;

/** From now on, for CommonJS files in `root`, which are in ASCII. */
export function keepCompiledCode(root: string): void {
  const folder = folderOfThisUser();
  if (folder === undefined) return;
  const loaded: LoadedScript[] = [];
  const { extensions } = createRequire(join(root, "any.cjs"));
  const loadPlainly = extensions[".js"]!;
  extensions[".cjs"] = (module, path) => {
    if (!path.startsWith(root) || statSync(path).size < SOURCE_BYTES_MIN) return loadPlainly(module, path);
    const one = load(path, folder);
    loaded.push(one);
    const run = one.script.runInThisContext() as (this: unknown, ...rest: unknown[]) => void;
    run.call(module.exports, module.exports, createRequire(path), module, path, dirname(path));
  };
  process.once("exit", () => {
    for (const one of loaded) leave(one);
  });
}

function load(path: string, folder: string): LoadedScript {
  const source = read(path, BEFORE, AFTER);
  const text = source.toString("latin1");
  const file = join(folder, [basename(path), crc32(source), cachedDataVersionTag()].join("-"));
  const cachedData = readKept(file);
  const script = new Script(text, { filename: path, cachedData });
  const keptBytes = script.cachedDataRejected === false ? cachedData!.length : 0;
  return { script, file, keptBytes };
}

/** Undefined if there is none that is whole. */
function readKept(file: string): Buffer | undefined {
  try {
    const bytes = read(file);
    const end = bytes.length - CHECKSUM_BYTES;
    const data = bytes.subarray(0, end);
    return crc32(data) === bytes.readUInt32LE(end) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** A file between two texts, until the next one is read. */
function read(path: string, before: Buffer = NOTHING, after: Buffer = NOTHING): Buffer {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const length = before.length + size + after.length;
    if (room.length < length) room = Buffer.allocUnsafeSlow(length);
    before.copy(room);
    if (readSync(file, room, before.length, size, 0) !== size) throw new Error(`${path} cannot be read.`);
    after.copy(room, before.length + size);
    return room.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function leave({ script, file, keptBytes }: LoadedScript): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    const data = script.createCachedData();
    if (data.length < WORTHWHILE_GROWTH * keptBytes) return;
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32LE(crc32(data));
    writeFileSync(unfinished, Buffer.concat([data, checksum]));
    renameSync(unfinished, file);
  } catch {
    // A full disk, or a folder that is gone.
    rmSync(unfinished, { force: true });
  }
}

function folderOfThisUser(): string | undefined {
  // Node's own variable.
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const folder = join(tmpdir(), `orrery-code-${process.getuid?.() ?? "of-user"}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It is there, or it cannot be.
  }
  return isOwnFolder(folder) ? folder : undefined;
}

function isOwnFolder(path: string): boolean {
  try {
    const found = lstatSync(path);
    if (!found.isDirectory()) return false;
    // Not on Windows, where each user has temporary files of their own.
    const user = process.getuid?.();
    return user === undefined || (found.uid === user && (found.mode & 0o022) === 0);
  } catch {
    return false;
  }
}
