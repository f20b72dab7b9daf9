/** What no store inside this process can meet: a server that goes away, answers that are lost, another process. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CuttingProxy } from "../../../../../tests/harness/cutting-proxy.ts";
import { PostgresServer } from "../../../../../tests/harness/postgres-server.ts";
import { integerBelow, seededRandom, testSeed } from "../../../../../tests/harness/seeded-random.ts";
import { temporaryFolder } from "../../../../../tests/harness/temporary-folder.ts";
import { createCertificate } from "../../gateway/listener/certificate.ts";
import type { KeyValueError } from "../key-value-store.ts";
import { PostgresStore, type PostgresStoreOptions } from "./postgres-store.ts";

const server = await PostgresServer.start("faults of PostgreSQL, and two processes on one store");
const bytes = (text: string) => Buffer.from(text);
/** The name of the statement, as it stands in the protocol. */
const COMMIT = "commit\0";
let schemas = 0;

const put = (store: PostgresStore, key: string, value = "v") =>
  store.transact(key, async (transaction) => transaction.put(1, bytes(key), bytes(value)));

async function keysOf(store: PostgresStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const rows of store.scan(1, { keysOnly: true })) {
    for (const { key } of rows) keys.push(key.toString());
  }
  return keys;
}

describe.skipIf(server === undefined)("on PostgreSQL", () => {
  let url: string;
  let schema: string;
  let opened: PostgresStore[];

  async function open(options: Partial<PostgresStoreOptions> = {}): Promise<PostgresStore> {
    const store = await PostgresStore.open({ url, durability: "disk", schema, ...options });
    opened.push(store);
    return store;
  }

  beforeAll(async () => {
    url = await server!.newDatabase();
  });
  beforeEach(() => {
    schema = `f${++schemas}`;
    opened = [];
  });
  afterEach(() => Promise.all(opened.map((store) => store.close())));
  afterAll(() => server?.stop());

  describe("nodes that share a store", () => {
    /** Its lease is over, as if it had not renewed it. */
    const silence = (node: PostgresStore) =>
      server!.run(
        `UPDATE ${schema}.node SET expires_at = now() - interval '1 s' WHERE id = '${node.members!.id}'`,
        url,
      );

    /** It may renew its lease meanwhile: then once more. */
    const remove = (node: PostgresStore, by: PostgresStore) =>
      expect
        .poll(async () => {
          await silence(node);
          await by.members!.removeSilent();
          return (await by.members!.look()).members.map(({ id }) => id);
        })
        .not.toContain(node.members!.id);

    test("one that is gone commits nothing, and what it owned is taken once", async () => {
      const [gone, ...others] = await Promise.all([
        // So long that it learns of it by what it does, not by a renewal.
        open({ isNode: true, leaseMs: 3_600_000 }),
        open({ isNode: true }),
        open({ isNode: true }),
      ]);
      expect(await gone.members!.take("unit", undefined)).toBe(1);
      await put(gone, "before");
      await remove(gone, others[0]!);
      const swap = gone.swap(1, bytes("before"), bytes("v"), bytes("after"));
      await expect(swap).rejects.toMatchObject({ code: "locked" });
      await expect(put(gone, "after")).rejects.toMatchObject({ code: "locked" });
      expect(await others[0]!.get(1, bytes("before"))).toEqual(bytes("v"));
      const last = (await others[0]!.members!.look()).owners.get("unit");
      expect(last).toEqual({ node: gone.members!.id, term: 1 });
      const terms = await Promise.all(others.map((each) => each.members!.take("unit", last)));
      expect(terms.sort()).toEqual([2, undefined]);
      expect(await keysOf(others[0]!)).toEqual(["before"]);
    });

    test("one that hangs in the middle of a commit is not waited for", async () => {
      const [hanging, other] = await Promise.all([open({ isNode: true }), open({ isNode: true })]);
      await silence(hanging);
      const commit = new pg.Client(url);
      await commit.connect();
      await commit.query("BEGIN");
      await commit.query(`UPDATE ${schema}.node SET last_group = 1 WHERE id = '${hanging.members!.id}'`);
      await other.members!.removeSilent();
      expect((await other.members!.look()).members).toHaveLength(2);
      await commit.end();
      await remove(hanging, other);
    });

    test("a swap of several is done by one of them, and each sees what the last has done", async () => {
      const nodes = await Promise.all([
        open({ isNode: true }),
        open({ isNode: true }),
        open({ isNode: true }),
      ]);
      const key = bytes("n");
      const counts = nodes.map(async (node) => {
        for (let done = 0; done < 20; ) {
          const found = await node.get(1, key);
          if (await node.swap(1, key, found, bytes(`${Number(found ?? 0) + 1}`))) done++;
        }
      });
      await Promise.all(counts);
      expect(await nodes[0]!.get(1, key)).toEqual(bytes("60"));
    });

    test("what a node owns is not taken from it while it is there, by whoever does not know it yet", async () => {
      const [a, b] = await Promise.all([open({ isNode: true }), open({ isNode: true })]);
      await a.members!.take("unit", undefined);
      await a.members!.pass("unit", 1, b.members!.id);
      const last = { node: b.members!.id, term: 2 };
      expect(await a.members!.take("unit", last)).toBe(undefined);
      expect(await b.members!.take("unit", last)).toBe(3);
      await b.members!.pass("unit", 3, undefined);
      expect(await a.members!.take("unit", { node: undefined, term: 4 })).toBe(5);
    });

    test("a snapshot that was requested before a unit was passed on sees the rows that its next owner drops", async () => {
      const [first, next] = await Promise.all([open({ isNode: true }), open({ isNode: true })]);
      await first.members!.take("unit", undefined);
      await put(first, "a");
      expect(await keysOf(next)).toEqual(["a"]);
      const snapshot = first.snapshot();
      await first.members!.pass("unit", 1, next.members!.id);
      await next.dropSpace(1);
      expect(await snapshot.get(1, bytes("a"))).toEqual(bytes("v"));
      snapshot.close();
    });

    test("a unit is not moved by what comes late, or twice", async () => {
      const [a, b] = await Promise.all([open({ isNode: true }), open({ isNode: true })]);
      await a.members!.take("unit", undefined);
      await a.members!.pass("unit", 1, b.members!.id);
      await b.members!.pass("unit", 2, a.members!.id);
      await a.members!.pass("unit", 1, b.members!.id);
      expect((await b.members!.look()).owners.get("unit")).toEqual({ node: a.members!.id, term: 3 });
    });
  });

  describe("a server that goes away", () => {
    test.skipIf(!server?.isOwn)("loses nothing that was acknowledged, and is found again", async () => {
      const store = await open();
      const acknowledged = new Set<string>();
      const refused = new Set<string>();
      let isOver = false;
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        for (let i = 0; !isOver; i++) {
          const key = `${writer}.${i}`;
          await put(store, key).then(
            () => acknowledged.add(key),
            async (error: KeyValueError) => {
              expect(error.code).toBe("unavailable");
              refused.add(key);
              await sleep(10);
            },
          );
        }
      });
      for (let kill = 0; kill < 3; kill++) {
        const before = acknowledged.size;
        await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 50);
        await server!.kill();
        await expect.poll(() => store.get(1, bytes("x")).catch((error) => error.code)).toBe("unavailable");
        await server!.startAgain();
        const after = acknowledged.size;
        await expect.poll(() => acknowledged.size).toBeGreaterThan(after + 50);
      }
      isOver = true;
      await Promise.all(writers);
      const found = new Set(await keysOf(store));
      expect([...acknowledged].filter((key) => !found.has(key))).toEqual([]);
      expect([...refused].filter((key) => found.has(key))).toEqual([]);
      // The lease may have run out meanwhile; it is the store's again with the next renewal.
      await expect.poll(() => store.isHeld).toBe(true);
    });

    test("fails what comes meanwhile; what was on its way is told when it is back", async () => {
      const proxy = await CuttingProxy.to(server!.port);
      const store = await open({ url: withPort(url, proxy.port), awayMs: 100 });
      await put(store, "a");
      const cut = proxy.cutAt(COMMIT, true);
      const onItsWay = put(store, "b");
      await cut;
      proxy.isDown = true;
      proxy.cutAll();
      const late = put(store, "c");
      await expect(late).rejects.toMatchObject({ code: "unavailable" });
      await expect(put(store, "d")).rejects.toMatchObject({ code: "unavailable" });
      await expect(store.get(1, bytes("a"))).rejects.toMatchObject({ code: "unavailable" });
      proxy.isDown = false;
      await onItsWay;
      await put(store, "e");
      expect(await keysOf(store)).toEqual(["a", "b", "e"]);
      await store.close();
      await proxy.close();
    });

    test("cannot be reached: a sentence without the password", async () => {
      const proxy = await CuttingProxy.to(1);
      const wrong = withPort(url.replace("//orrery", "//orrery:secret"), proxy.port);
      await proxy.close();
      const error = await open({ url: wrong }).catch((failure: KeyValueError) => failure as KeyValueError);
      expect(error).toMatchObject({
        code: "unavailable",
        message: expect.stringMatching(/cannot be used now: .*\.$/),
      });
      expect(String((error as KeyValueError).message)).not.toContain("secret");
    });
  });

  test("a connection that is cut during a commit: what it did is found out", async () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    const proxy = await CuttingProxy.to(server!.port);
    const store = await open({ url: withPort(url, proxy.port) });
    const done: string[] = [];
    for (let i = 0; i < 30; i++) {
      const key = `${i}`.padStart(3, "0");
      const cut = proxy.cutAt(COMMIT, integerBelow(random, 2) === 0);
      const keys = [`${key}a`, `${key}b`];
      const writes = keys.map((each) => put(store, each));
      await cut;
      // A connection that is being made is cut too: then nothing was sent, and the write fails.
      if (i % 3 === 0) proxy.cutAll();
      for (const [at, { status }] of (await Promise.allSettled(writes)).entries()) {
        if (status === "fulfilled") done.push(keys[at]!);
      }
    }
    expect(done.length).toBeGreaterThan(30);
    expect(await keysOf(store), `seed ${seed}`).toEqual(done);
    await store.close();
    await proxy.close();
  });

  test("a raise of the own term that was not answered is not taken for another's, on Citus", async () => {
    const target = await server!.newCitusDatabase();
    const proxy = await CuttingProxy.to(server!.port);
    const store = await open({ url: withPort(target, proxy.port), isNode: true });
    await server!.run(`UPDATE ${schema}.node SET term = term + 1`, target);
    const claimed = proxy.cutAt("lockHolder\0", true);
    const swap = store.swap(1, bytes("a"), undefined, bytes("v"));
    await claimed;
    // Which raises it once more.
    const cut = proxy.cutAt(COMMIT, true);
    const write = put(store, "b");
    await cut;
    await write;
    expect(await swap).toBe(true);
    expect(await keysOf(store)).toEqual(["a", "b"]);
    await store.close();
    await proxy.close();
  });

  describe("two processes", () => {
    const expire = () =>
      server!.run(`UPDATE ${schema}.store SET expires_at = clock_timestamp() - interval '1 s'`, url);

    test("the second is refused in a sentence while the first is alive", async () => {
      const first = await open({ leaseMs: 6_000 });
      await put(first, "a");
      const second = open({ leaseMs: 6_000 });
      await expect(second).rejects.toMatchObject({
        code: "locked",
        message: expect.stringMatching(/is in use by .*, process \d+: stop it first/),
      });
      await put(first, "b");
      expect(await keysOf(first)).toEqual(["a", "b"]);
    });

    test("the second need not wait for one that was closed", async () => {
      const notices: string[] = [];
      const first = await open();
      await put(first, "a");
      await first.close();
      const second = await open({ notice: (sentence) => notices.push(sentence) });
      expect(await keysOf(second)).toEqual(["a"]);
      expect(notices).toEqual([]);
    });

    test("the first commits nothing once the second has taken over, and learns of it", async () => {
      const lost: string[] = [];
      const first = await open({ onLost: (error) => lost.push(error.message) });
      await put(first, "a", "1");
      await expire();
      const second = await open();
      await put(second, "a", "2");
      const late = [
        put(first, "a", "late"),
        put(first, "b"),
        first.dropSpace(1),
        first.swap(1, bytes("a"), bytes("2"), bytes("late")),
      ];
      const ends = await Promise.allSettled(late);
      expect(ends.map(({ status }) => status)).toEqual(late.map(() => "rejected"));
      await expect(put(first, "c")).rejects.toMatchObject({ code: "locked" });
      await expect(first.get(1, bytes("a"))).rejects.toMatchObject({ code: "locked" });
      expect(first.isHeld).toBe(false);
      expect(lost).toEqual([expect.stringContaining("taken over by another process")]);
      expect(await keysOf(second)).toEqual(["a"]);
      expect(await second.get(1, bytes("a"))).toEqual(bytes("2"));
      expect(second.isHeld).toBe(true);
    });

    test("one that only reads learns of it with the next renewal", async () => {
      let isLost = false;
      const first = await open({ leaseMs: 400, onLost: () => (isLost = true) });
      await server!.run(`UPDATE ${schema}.store SET holder = 'another', term = term + 1`, url);
      await expect.poll(() => isLost).toBe(true);
      await expect(keysOf(first)).rejects.toMatchObject({ code: "locked" });
    });

    test("two that begin at once on an empty database: one of them holds it", async () => {
      const both = await Promise.allSettled([open({ leaseMs: 6_000 }), open({ leaseMs: 6_000 })]);
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      await put(opened[0]!, "a");
    });
  });

  test("a snapshot that is held for too long is given up, and the store goes on", async () => {
    const store = await open({ momentMs: 50 });
    await put(store, "a");
    const snapshot = store.snapshot();
    await expect
      .poll(() => snapshot.get(1, bytes("a")).then(String, (error: KeyValueError) => error.message))
      .toMatch(/older than 0.05 seconds/);
    await put(store, "b");
    expect(await keysOf(store)).toEqual(["a", "b"]);
    snapshot.close();
  });

  test("large values come in chunks of bounded size", async () => {
    const store = await open();
    const value = Buffer.alloc(100_000, 7);
    await store.transact("l", async (transaction) => {
      for (let i = 0; i < 20; i++) transaction.put(1, Buffer.of(i), value);
    });
    for (const reverse of [false, true]) {
      const chunks: number[] = [];
      for await (const rows of store.scan(1, { reverse })) chunks.push(rows.length);
      expect(chunks).toEqual([3, 3, 3, 3, 3, 3, 2]);
    }
  });

  describe("a store that is filled by a copy", () => {
    test("is refused by all others until it is whole", async () => {
      const target = await open({ isCopyTarget: true });
      await put(target, "a");
      await target.close();
      await expect(open()).rejects.toMatchObject({
        code: "locked",
        message: expect.stringContaining("repeat 'orrery copy'"),
      });
      const again = await open({ isCopyTarget: true });
      expect(await again.spaces()).toEqual([]);
      await put(again, "b");
      await again.filled();
      await again.close();
      expect(await keysOf(await open())).toEqual(["b"]);
    });

    test("must be empty", async () => {
      const store = await open();
      await put(store, "a");
      await store.close();
      await expect(open({ isCopyTarget: true })).rejects.toMatchObject({
        message: expect.stringContaining("has data already"),
      });
      expect(await keysOf(await open())).toEqual(["a"]);
    });
  });

  test.skipIf(!server?.isOwn || process.platform === "win32")("TLS as libpq has it", async () => {
    const { key, cert } = await createCertificate(new Date());
    const write = (name: string, text: string) =>
      server!.run(
        `COPY (SELECT unnest(string_to_array('${text}', E'\\n'))) TO PROGRAM 'cat > ${name} && chmod 600 ${name}'`,
      );
    await write("server.key", key);
    await write("server.crt", cert);
    await server!.run("ALTER SYSTEM SET ssl = on");
    await server!.run("SELECT pg_reload_conf()");
    const authority = join(temporaryFolder("tls"), "authority.pem");
    writeFileSync(authority, cert);
    const isEncrypted = async (parameters: string) => {
      const store = await open({ url: `${url}?application_name=${schema}&${parameters}` });
      const { rows } = await server!.run(
        `SELECT bool_and(ssl) AS ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = '${schema}'`,
      );
      await store.close();
      return rows[0].ssl;
    };
    // The server reads its settings a moment later.
    await expect.poll(() => isEncrypted("sslmode=require").catch(() => false)).toBe(true);
    expect(await isEncrypted(`sslmode=verify-full&sslrootcert=${authority}`)).toBe(true);
    expect(await isEncrypted("sslmode=disable")).toBe(false);
    await expect(isEncrypted("sslmode=verify-full")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("self-signed certificate"),
    });
  });

  describe("tables", () => {
    test("are not made by those who only look", async () => {
      await expect(open({ mustExist: true })).rejects.toMatchObject({
        message: expect.stringContaining("has no data of Orrery"),
      });
      const { rows } = await server!.run(`SELECT to_regnamespace('${schema}') AS found`, url);
      expect(rows).toEqual([{ found: null }]);
      await (await open()).close();
      await (await open({ mustExist: true })).close();
    });

    test("of a development version are refused, and stay as they are", async () => {
      const statement = `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.store (version integer, term bigint);
INSERT INTO ${schema}.store VALUES (2, 7)`;
      await server!.run(statement, url);
      for (const more of [{}, { mustExist: true }, { isNode: true }, { isCopyTarget: true }]) {
        await expect(open(more)).rejects.toMatchObject({
          code: "locked",
          message: expect.stringMatching(
            /^The data in .* was written by a development version of Orrery, .* import them into another database/,
          ),
        });
      }
      const { rows } = await server!.run(`SELECT * FROM ${schema}.store`, url);
      expect(rows).toEqual([{ version: 2, term: "7" }]);
      const { rows: tables } = await server!.run(
        `SELECT table_name FROM information_schema.tables WHERE table_schema = '${schema}'`,
        url,
      );
      expect(tables).toEqual([{ table_name: "store" }]);
    });

    test("of a newer version are refused", async () => {
      await (await open()).close();
      await server!.run(`UPDATE ${schema}.store SET format = 2`, url);
      await expect(open()).rejects.toMatchObject({
        code: "locked",
        message: expect.stringContaining("by a newer version of Orrery (format 2; this one reads 1)"),
      });
    });

    test("are made by a role that is no superuser, if it may; else it is told what to do", async () => {
      // Roles belong to the whole server.
      const role = `plain_${process.pid}_${schema}`;
      await server!.run(`CREATE ROLE ${role} LOGIN PASSWORD 'p'`, url);
      const plain = url.replace(/\/\/[^@]*@/, `//${role}:p@`);
      await expect(open({ url: plain })).rejects.toMatchObject({
        message: expect.stringContaining(`CREATE SCHEMA ${schema} AUTHORIZATION`),
      });
      await server!.run(`CREATE SCHEMA ${schema} AUTHORIZATION ${role}`, url);
      const store = await open({ url: plain });
      await put(store, "a");
      expect(await keysOf(store)).toEqual(["a"]);
      await store.close();
      await server!.run(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`, url);
    });
  });
});

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.hostname = "127.0.0.1";
  changed.port = `${port}`;
  return changed.href;
}
