import { beforeEach, describe, expect, test } from "vitest";
import { KeptKeys, type SectionName } from "./kept-keys.ts";
import { PackedKeys } from "./packed-keys.ts";

const SPACE = 7;
const ROWS = 1_000;

let kept: KeptKeys;
let reads: number;

beforeEach(() => {
  kept = new KeptKeys();
  reads = 0;
});

function keysOf(...keys: string[]): PackedKeys {
  const all = new PackedKeys(0);
  for (const key of keys) all.add(Buffer.from(key));
  return all;
}

function nameAt(time: number, prefix = "p", space = SPACE): SectionName {
  return { space, prefix: Buffer.from(prefix), rows: ROWS, tailBytes: 0, time };
}

async function get(name: SectionName, keys: PackedKeys | undefined = keysOf("read")) {
  return kept.get(name, async () => {
    reads++;
    return keys;
  });
}

/** Reads of the section until it is worth keeping. */
async function readOften(name: SectionName, times = 1): Promise<void> {
  expect(await get(name)).toBeUndefined();
  kept.count(name, 2 * ROWS * times);
}

describe("a section", () => {
  test("is kept once twice as much was read as it holds", async () => {
    const name = nameAt(kept.time);
    expect(await get(name)).toBeUndefined();
    kept.count(name, 2 * ROWS - 100);
    expect(await get(name)).toBeUndefined();
    kept.count(name, 100);
    const keys = await get(name);
    expect([keys?.count, reads]).toEqual([1, 1]);
    expect(await get(name)).toBe(keys);
    expect(reads).toBe(1);
  });

  test("of which little was read is not kept, and scans count", async () => {
    const name = nameAt(kept.time);
    let scans = 0;
    while ((await get(name)) === undefined) scans++;
    expect(scans).toBe((2 * ROWS) / 10);
  });

  test("that is too large is not read again", async () => {
    const name = nameAt(kept.time);
    await readOften(name);
    const read = async () => {
      reads++;
      return undefined;
    };
    expect(await kept.get(name, read)).toBeUndefined();
    expect(await kept.get(name, read)).toBeUndefined();
    expect(reads).toBe(1);
  });

  test("is read once for all who come meanwhile, and a reader that fails fails alone", async () => {
    const name = nameAt(kept.time);
    await readOften(name);
    let fail = (_: Error) => {};
    const first = kept.get(name, () => new Promise((_, reject) => (fail = reject)));
    const second = get(name);
    fail(new Error("closed"));
    await expect(first).rejects.toThrow("closed");
    expect(await second).toBeUndefined();
    expect((await get(name))?.count).toBe(1);
  });
});

describe("a change", () => {
  const change = (space = SPACE) => {
    kept.beginChange([space]);
    kept.endChange([space]);
  };

  test("lets go of what was kept, of its space alone", async () => {
    const [here, there] = [nameAt(kept.time), nameAt(kept.time, "p", SPACE + 1)];
    for (const name of [here, there]) {
      await readOften(name);
      await get(name);
    }
    change();
    expect(await get(nameAt(kept.time))).toBeUndefined();
    expect(await get({ ...there, time: kept.time })).toBeDefined();
  });

  test("is not seen by snapshots from before, which are not served any more", async () => {
    const before = nameAt(kept.time);
    await readOften(before);
    change();
    expect(await get(before)).toBeUndefined();
    await readOften(nameAt(kept.time));
    expect(await get(nameAt(kept.time))).toBeDefined();
    expect(await get(before)).toBeUndefined();
  });

  test("that comes while a section is read keeps it from being kept; who read it has it", async () => {
    const before = nameAt(kept.time);
    await readOften(before);
    let end = (_: PackedKeys) => {};
    const reading = kept.get(before, () => new Promise((resolve) => (end = resolve)));
    change();
    const old = keysOf("old");
    end(old);
    expect(await reading).toBe(old);
    expect(await get(nameAt(kept.time))).toBeUndefined();
  });

  test.each(["known", "unknown"])("that is under way keeps all away, of a space that was %s", async (was) => {
    if (was === "known") await get(nameAt(kept.time));
    kept.beginChange([SPACE]);
    const during = nameAt(kept.time);
    await readOften(during);
    expect(await get(during)).toBeUndefined();
    kept.endChange([SPACE]);
    await readOften(during);
    expect(await get(during)).toBeUndefined();
    expect(reads).toBe(0);
  });

  test("before a section has paid for itself makes the next one wait twice as long", async () => {
    for (const times of [1, 2, 4]) {
      const name = nameAt(kept.time);
      await readOften(name, times / 2);
      if (times > 1) expect(await get(name)).toBeUndefined();
      kept.count(name, ROWS * times);
      expect(await get(name, keysOf(...Array.from({ length: 40 }, (_, i) => `${i}`)))).toBeDefined();
      change();
    }
    const name = nameAt(kept.time);
    await readOften(name, 8);
    expect(await get(name)).toBeDefined();
    expect(await get(name)).toBeDefined();
    change();
    await readOften(nameAt(kept.time));
    expect(await get(nameAt(kept.time))).toBeDefined();
  });
});

test("nothing is left after a clearing", async () => {
  const name = nameAt(kept.time);
  await readOften(name);
  await get(name);
  kept.clear();
  expect(await get(name)).toBeUndefined();
  expect(await get(nameAt(kept.time))).toBeUndefined();
});

test("with little memory, a section may take a quarter of it, and no more is read for it", async () => {
  kept = new KeptKeys({ bytesMax: 4_000_000 });
  const name = nameAt(kept.time);
  await readOften(name);
  const sizes: number[] = [];
  await kept.get(name, async (bytesMax) => {
    sizes.push(bytesMax);
    return undefined;
  });
  expect(sizes).toEqual([1_000_000]);
});
