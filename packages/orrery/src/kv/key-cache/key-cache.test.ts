import { beforeEach, describe, expect, test } from "vitest";
import { Write } from "../write.ts";
import { KeyCache, NOTED_ROWS_MAX, type SectionName } from "./key-cache.ts";
import { PackedKeys } from "./packed-keys.ts";

const SPACE = 7;
const ROWS = 1_000;

let cache: KeyCache;
let reads: number;

beforeEach(() => {
  cache = new KeyCache();
  reads = 0;
});

function keysOf(...keys: string[]): PackedKeys {
  const all = new PackedKeys({ prefix: Buffer.alloc(0), tailBytes: 0 });
  for (const key of keys) all.add(Buffer.from(key));
  return all;
}

function nameAt(time: number, prefix = "p", space = SPACE): SectionName {
  return { space, prefix: Buffer.from(prefix), rows: ROWS, tailBytes: 0, time };
}

async function get(name: SectionName, keys: PackedKeys | undefined = keysOf("read")) {
  return cache.get(name, async () => {
    reads++;
    return keys;
  });
}

function namesIn(keys: PackedKeys | undefined): string[] | undefined {
  return keys && [...keys.scan({})].flat().map(({ key }) => key.toString());
}

interface Change {
  /** Which are put, and which deleted. */
  readonly rows?: Readonly<Record<string, boolean>>;
  readonly isDone?: boolean;
}

/** Reads of the section until it is worth keeping. */
async function readOften(name: SectionName, times = 1): Promise<void> {
  expect(await get(name)).toBeUndefined();
  cache.count(name, ROWS * times);
}

describe("a section", () => {
  test("is kept once as much was read as it holds", async () => {
    const name = nameAt(cache.time);
    expect(await get(name)).toBeUndefined();
    cache.count(name, ROWS - 100);
    expect(await get(name)).toBeUndefined();
    cache.count(name, 100);
    const keys = await get(name);
    expect([keys?.count, reads]).toEqual([1, 1]);
    expect(await get(name)).toBe(keys);
    expect(reads).toBe(1);
  });

  test("of which little was read is not kept, and scans count", async () => {
    const name = nameAt(cache.time);
    let scans = 0;
    while ((await get(name)) === undefined) scans++;
    expect(scans).toBe(ROWS / 50);
  });

  test("is not read whole by who does not want to, and then by the next", async () => {
    const name = nameAt(cache.time);
    await readOften(name);
    expect(await cache.get(name)).toBeUndefined();
    expect(await get(name)).toBeDefined();
    expect(await cache.get(name)).toBeDefined();
    expect(reads).toBe(1);
  });

  test("that is too large is not read again", async () => {
    const name = nameAt(cache.time);
    await readOften(name);
    const read = async () => {
      reads++;
      return undefined;
    };
    expect(await cache.get(name, read)).toBeUndefined();
    expect(await cache.get(name, read)).toBeUndefined();
    expect(reads).toBe(1);
  });

  test("is read once for all who come meanwhile, and a reader that fails fails alone", async () => {
    const name = nameAt(cache.time);
    await readOften(name);
    let fail = (_: Error) => {};
    const first = cache.get(name, () => new Promise((_, reject) => (fail = reject)));
    const second = get(name);
    fail(new Error("closed"));
    await expect(first).rejects.toThrow("closed");
    expect(await second).toBeUndefined();
    expect((await get(name))?.count).toBe(1);
  });
});

describe("a change", () => {
  const change = ({ rows = {}, isDone = true }: Change = {}) => {
    const writes = Object.entries(rows).map(([key, isThere]) =>
      Write.of(SPACE, Buffer.from(key), isThere ? Buffer.alloc(0) : null),
    );
    cache.beginChange([SPACE], [writes]);
    cache.endChange([SPACE], isDone);
  };

  test("is put among what was kept, of its section alone, and nothing is read for it", async () => {
    for (const prefix of ["p", "q"]) {
      await readOften(nameAt(cache.time, prefix));
      await get(nameAt(cache.time, prefix), keysOf(`${prefix}1`, `${prefix}3`));
    }
    change({ rows: { p2: true, p3: false, r1: true } });
    change({ rows: { p3: true, p1: false, p4: true } });
    change({ rows: { p4: false } });
    expect(namesIn(await get(nameAt(cache.time)))).toEqual(["p2", "p3"]);
    expect(namesIn(await get(nameAt(cache.time, "q")))).toEqual(["q1", "q3"]);
    expect(reads).toBe(2);
  });

  test("does not reach who has the keys from before", async () => {
    await readOften(nameAt(cache.time));
    const before = await get(nameAt(cache.time), keysOf("p1"));
    change({ rows: { p2: true } });
    await get(nameAt(cache.time));
    expect(namesIn(before)).toEqual(["p1"]);
  });

  test("that failed lets go of what was kept, of its space alone", async () => {
    const [here, there] = [nameAt(cache.time), nameAt(cache.time, "p", SPACE + 1)];
    for (const name of [here, there]) {
      await readOften(name);
      await get(name);
    }
    change({ isDone: false });
    expect(await get(nameAt(cache.time))).toBeUndefined();
    expect(await get({ ...there, time: cache.time })).toBeDefined();
  });

  test("of a section with many keys is put among them once that takes no longer than what is read of them", async () => {
    await readOften(nameAt(cache.time));
    const names = Array.from({ length: 51_200 }, (_, i) => `p${String(i).padStart(5, "0")}`);
    await get(nameAt(cache.time), keysOf(...names));
    change({ rows: { p: true } });
    expect(await get(nameAt(cache.time))).toBeUndefined();
    cache.count(nameAt(cache.time), 51_200 / 256 - 100);
    expect((await get(nameAt(cache.time)))?.count).toBe(51_201);
    expect(reads).toBe(1);
  });

  test("is not seen by snapshots from before, which are not served any more", async () => {
    const before = nameAt(cache.time);
    await readOften(before);
    change();
    expect(await get(before)).toBeUndefined();
    expect(await get(nameAt(cache.time))).toBeDefined();
    expect(await get(before)).toBeUndefined();
  });

  test("that comes while a section is read is noted for it; who reads it does not see it, others do", async () => {
    const before = nameAt(cache.time);
    await readOften(before);
    let end = (_: PackedKeys) => {};
    const reading = cache.get(before, () => new Promise((resolve) => (end = resolve)));
    change({ rows: { p2: true } });
    const meanwhile = get(nameAt(cache.time));
    end(keysOf("p1"));
    expect(namesIn(await reading)).toEqual(["p1"]);
    expect(await meanwhile).toBeUndefined();
    expect(namesIn(await get(nameAt(cache.time)))).toEqual(["p1", "p2"]);
    expect(reads).toBe(0);
  });

  test("that fails while a section is read keeps it from being kept", async () => {
    const before = nameAt(cache.time);
    await readOften(before);
    let end = (_: PackedKeys) => {};
    const reading = cache.get(before, () => new Promise((resolve) => (end = resolve)));
    change({ rows: { p2: true }, isDone: false });
    end(keysOf("p1"));
    expect(namesIn(await reading)).toEqual(["p1"]);
    expect(await get(nameAt(cache.time))).toBeUndefined();
  });

  test.each(["known", "unknown"])("that is under way keeps all away, of a space that was %s", async (was) => {
    if (was === "known") await get(nameAt(cache.time));
    cache.beginChange([SPACE]);
    const during = nameAt(cache.time);
    await readOften(during);
    expect(await get(during)).toBeUndefined();
    cache.endChange([SPACE], true);
    await readOften(during);
    expect(await get(during)).toBeUndefined();
    expect(reads).toBe(0);
  });

  test("beside another keeps all away until both have ended, and both are noted in their order", async () => {
    await readOften(nameAt(cache.time));
    await get(nameAt(cache.time), keysOf("p1"));
    const row = (key: string, value: Buffer | null) => [[Write.of(SPACE, Buffer.from(key), value)]];
    cache.beginChange([SPACE], row("p2", Buffer.alloc(0)));
    cache.beginChange([SPACE], row("p2", null));
    cache.endChange([SPACE], true);
    expect(await get(nameAt(cache.time))).toBeUndefined();
    cache.endChange([SPACE], true);
    expect(namesIn(await get(nameAt(cache.time)))).toEqual(["p1"]);
    expect(reads).toBe(1);
  });

  test("of very many rows lets go of what was kept of its spaces, and notes none", async () => {
    await readOften(nameAt(cache.time));
    await get(nameAt(cache.time), keysOf("p1"));
    const row = Write.of(SPACE, Buffer.from("other"), null);
    cache.beginChange([SPACE], [new Array<Write>(NOTED_ROWS_MAX + 1).fill(row)]);
    cache.endChange([SPACE], true);
    expect(await get(nameAt(cache.time))).toBeUndefined();
    expect(reads).toBe(1);
  });

  test("of too many keys lets go of a section; if it had not paid for itself, the next waits twice as long", async () => {
    const keys = Array.from({ length: 40 }, (_, i) => `p${i}`);
    const rows = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`p${i}`, true]));
    for (const times of [1, 2, 4]) {
      const name = nameAt(cache.time);
      await readOften(name, times / 2);
      if (times > 1) expect(await get(name)).toBeUndefined();
      cache.count(name, ROWS * times);
      expect(await get(name, keysOf(...keys))).toBeDefined();
      change({ rows });
    }
    const name = nameAt(cache.time);
    await readOften(name, 8);
    expect(await get(name, keysOf(...keys))).toBeDefined();
    for (let i = 0; i < 4; i++) expect(await get(name)).toBeDefined();
    change({ rows });
    await readOften(nameAt(cache.time));
    expect(await get(nameAt(cache.time))).toBeDefined();
  });
});

describe("what others have pushed out", () => {
  const large = () => keysOf("p".repeat(90_000));
  const named = (prefix: string) => nameAt(cache.time, prefix);

  async function keep(...prefixes: string[]): Promise<void> {
    for (const prefix of prefixes) {
      await readOften(named(prefix));
      expect(await get(named(prefix), large())).toBeDefined();
    }
  }

  beforeEach(() => {
    cache = new KeyCache({ bytesMax: 400_000 });
  });

  test("is not there any more, and the others are", async () => {
    await keep("1", "2", "3", "4", "5");
    expect(await get(named("1"))).toBeUndefined();
    expect(await get(named("5"))).toBeDefined();
    expect(reads).toBe(5);
  });

  test("waits twice as long to be kept again if it had not paid for itself", async () => {
    await keep("1", "2", "3", "4", "5");
    await readOften(named("1"));
    expect(await get(named("1"))).toBeUndefined();
    cache.count(named("1"), ROWS);
    expect(await get(named("1"), large())).toBeDefined();
  });

  test("waits no longer if it had", async () => {
    await keep("1");
    expect(await get(named("1"))).toBeDefined();
    await keep("2", "3", "4", "5");
    await keep("1");
  });
});

test("the memory for changes counts, of small sections too", async () => {
  cache = new KeyCache({ bytesMax: 100_000 });
  const names = Array.from({ length: 20 }, (_, i) => nameAt(cache.time, `section ${i}`));
  for (const name of names) {
    await readOften(name);
    const keys = keysOf("one");
    keys.trim();
    await get(name, keys);
  }
  const found = await Promise.all(names.map((name) => get(name)));
  expect(found.filter((keys) => keys !== undefined)).toHaveLength(Math.floor(100_000 / (512 + 64 * 128)));
});

test("with little memory, a section may take a quarter of it, and no more is read for it", async () => {
  cache = new KeyCache({ bytesMax: 4_000_000 });
  const name = nameAt(cache.time);
  await readOften(name);
  const sizes: number[] = [];
  await cache.get(name, async (bytesMax) => {
    sizes.push(bytesMax);
    return undefined;
  });
  expect(sizes).toEqual([1_000_000]);
});
