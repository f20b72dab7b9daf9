/**
 * Resource tokens as an attacker would use them: a token opens exactly what its permission names, in its mode, for
 * its time, whatever the request looks like. Requests are made by hand, because a client is too well-behaved.
 */
import { createHmac } from "node:crypto";
import { type Container, PermissionMode, TriggerOperation, TriggerType } from "@azure/cosmos";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal } from "../harness/refusal.ts";
import type { Answer } from "../harness/signed-client.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";

interface Attempt {
  readonly method: string;
  /** Below the container. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** When it is allowed. */
  readonly status: number;
}

const KEY_A = { "x-ms-documentdb-partitionkey": '["a"]' };
const KEY_B = { "x-ms-documentdb-partitionkey": '["b"]' };
const QUERY = {
  "content-type": "application/query+json",
  "x-ms-documentdb-isquery": "true",
  "x-ms-documentdb-query-enablecrosspartition": "true",
};
const BATCH = { "x-ms-cosmos-is-batch-request": "true" };
const ATOMIC = { ...BATCH, "x-ms-cosmos-batch-atomic": "true" };
const UPSERT = { "x-ms-documentdb-is-upsert": "true" };
const CHANGES = { "a-im": "Incremental Feed" };
const SELECT = { query: "SELECT * FROM c", parameters: [] };
const SCRIPT = { id: "new", body: "function () {}" };
const TRIGGER = { ...SCRIPT, triggerType: "Pre", triggerOperation: "All" };

/** Every way to read what is in a container; the items have the key "a". */
const READS: Readonly<Record<string, Attempt>> = {
  "read the container": { method: "GET", path: "", status: 200 },
  "read its head": { method: "HEAD", path: "", status: 200 },
  "read an item": { method: "GET", path: "/docs/1", headers: KEY_A, status: 200 },
  "list items": { method: "GET", path: "/docs", headers: KEY_A, status: 200 },
  "read changes": { method: "GET", path: "/docs", headers: { ...KEY_A, ...CHANGES }, status: 200 },
  query: { method: "POST", path: "/docs", headers: { ...KEY_A, ...QUERY }, body: SELECT, status: 200 },
  "plan a query": {
    method: "POST",
    path: "/docs",
    headers: { ...KEY_A, "x-ms-cosmos-is-query-plan-request": "true" },
    body: SELECT,
    status: 200,
  },
  "read ranges": { method: "GET", path: "/pkranges", status: 200 },
  "read a procedure": { method: "GET", path: "/sprocs/p", status: 200 },
  "list triggers": { method: "GET", path: "/triggers", status: 200 },
  "query functions": { method: "POST", path: "/udfs", headers: QUERY, body: SELECT, status: 200 },
  "list conflicts": { method: "GET", path: "/conflicts", status: 200 },
};

/** Every way to change something in a container, in an order in which each can succeed. */
const WRITES: Readonly<Record<string, Attempt>> = {
  create: { method: "POST", path: "/docs", headers: KEY_A, body: { id: "9", pk: "a" }, status: 201 },
  "create without a key header": { method: "POST", path: "/docs", body: { id: "8", pk: "a" }, status: 201 },
  upsert: {
    method: "POST",
    path: "/docs",
    headers: { ...KEY_A, ...UPSERT },
    body: { id: "9", pk: "a" },
    status: 200,
  },
  replace: { method: "PUT", path: "/docs/9", headers: KEY_A, body: { id: "9", pk: "a", n: 1 }, status: 200 },
  patch: {
    method: "PATCH",
    path: "/docs/9",
    headers: KEY_A,
    body: [{ op: "set", path: "/n", value: 1 }],
    status: 200,
  },
  "run a transaction": {
    method: "POST",
    path: "/docs",
    headers: { ...KEY_A, ...ATOMIC },
    body: [{ operationType: "Upsert", resourceBody: { id: "9", pk: "a" } }],
    status: 200,
  },
  "read in a transaction": {
    method: "POST",
    path: "/docs",
    headers: { ...KEY_A, ...ATOMIC },
    body: [{ operationType: "Read", id: "1" }],
    status: 200,
  },
  "run bulk operations": {
    method: "POST",
    path: "/docs",
    headers: { ...KEY_A, ...BATCH },
    body: [{ operationType: "Upsert", partitionKey: '["a"]', resourceBody: { id: "9", pk: "a" } }],
    status: 200,
  },
  "run a procedure": { method: "POST", path: "/sprocs/p", headers: KEY_A, body: [], status: 200 },
  delete: { method: "DELETE", path: "/docs/9", headers: KEY_A, status: 204 },
  "create a procedure": { method: "POST", path: "/sprocs", headers: KEY_A, body: SCRIPT, status: 201 },
  "replace a procedure": {
    method: "PUT",
    path: "/sprocs/p",
    headers: KEY_A,
    body: { ...SCRIPT, id: "p" },
    status: 200,
  },
  "delete a procedure": { method: "DELETE", path: "/sprocs/p", headers: KEY_A, status: 204 },
  "create a trigger": { method: "POST", path: "/triggers", headers: KEY_A, body: TRIGGER, status: 201 },
  "create a function": { method: "POST", path: "/udfs", headers: KEY_A, body: SCRIPT, status: 201 },
  "replace the container": { method: "PUT", path: "", headers: KEY_A, body: { id: "vault" }, status: 200 },
  "delete the container": { method: "DELETE", path: "", headers: KEY_A, status: 204 },
};

let nowMs = Date.now();
let server: TestServer;
let vault: Container;
let other: Container;
let permissions = 0;

beforeAll(async () => {
  server = await TestServer.start({ environment: { now: () => nowMs } });
  await server.database.users.create({ id: "eve" });
  other = await server.createContainer("other");
  await fill(other);
});
afterAll(() => server.stop());
beforeEach(async () => {
  nowMs = Date.now();
  vault = await server.createContainer("vault");
  await fill(vault);
  return async () => {
    nowMs = Date.now();
    await vault.delete().catch((error: { code: number }) => expect(error.code).toBe(404));
  };
});

async function fill(container: Container): Promise<void> {
  for (const pk of ["a", "b"])
    for (const id of ["1", "2"]) await container.items.create({ id, pk, secret: `${pk}${id}` });
  await container.scripts.storedProcedures.create({ id: "p", body: "function () {}" });
  await container.scripts.storedProcedures.create({ id: "q", body: "function () {}" });
  await container.scripts.triggers.create({
    id: "t",
    body: "function () { const c = getContext().getCollection(); c.deleteDocument(c.getAltLink() + '/docs/2'); }",
    triggerType: TriggerType.Pre,
    triggerOperation: TriggerOperation.All,
  });
}

const VAULT = `/dbs/${DATABASE}/colls/vault`;
const OTHER = `/dbs/${DATABASE}/colls/other`;

async function token(
  resource: string,
  mode: "All" | "Read" = "All",
  more: { readonly key?: readonly unknown[]; readonly seconds?: number } = {},
): Promise<string> {
  const { resource: permission } = await server.database.user("eve").permissions.create(
    {
      id: `permission-${++permissions}`,
      permissionMode: PermissionMode[mode],
      resource: resource.replace(/^\//, ""),
      ...(more.key === undefined ? {} : { resourcePartitionKey: more.key as never }),
    },
    more.seconds === undefined ? {} : { resourceTokenExpirySeconds: more.seconds },
  );
  return (permission as unknown as { _token: string })._token;
}

function send(
  authorization: string,
  method: string,
  path: string,
  attempt: Partial<Attempt> = {},
): Promise<Answer> {
  return server.raw.send(method, path, {
    headers: { authorization: encodeURIComponent(authorization), ...attempt.headers },
    ...(attempt.body === undefined ? {} : { body: attempt.body }),
  });
}

const attemptOn = (container: string, authorization: string, attempt: Attempt) =>
  send(authorization, attempt.method, `${container}${attempt.path}`, attempt);

async function statuses(
  container: string,
  authorization: string,
  attempts: Readonly<Record<string, Attempt>>,
): Promise<Record<string, number>> {
  const results: Record<string, number> = {};
  for (const [name, attempt] of Object.entries(attempts))
    results[name] = (await attemptOn(container, authorization, attempt)).status;
  return results;
}

function expected(attempts: Readonly<Record<string, Attempt>>, allowed: (name: string) => boolean) {
  return Object.fromEntries(
    Object.entries(attempts).map(([name, { status }]) => [name, allowed(name) ? status : 403]),
  );
}

const everything = () => true;
const nothing = () => false;
const only =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);
/** What every permission in a container opens. */
const DEFINITIONS = ["read the container", "read its head", "plan a query", "read ranges"];
const isDefinition = only(...DEFINITIONS);

async function itemsOf(container: Container): Promise<string[]> {
  const { resources } = await container.items
    .readAll<{ pk: string; id: string; secret: string }>()
    .fetchAll();
  return resources.map(({ pk, id, secret }) => `${pk}/${id}=${secret}`).sort();
}
const UNTOUCHED = ["a/1=a1", "a/2=a2", "b/1=b1", "b/2=b2"];

describe("modes of a container", () => {
  test("All opens every read and every write of the container", async () => {
    const all = await token(VAULT);
    expect(await statuses(VAULT, all, READS)).toEqual(expected(READS, everything));
    expect(await statuses(VAULT, all, WRITES)).toEqual(expected(WRITES, everything));
  });

  test("Read opens every read and no write", async () => {
    const read = await token(VAULT, "Read");
    expect(await statuses(VAULT, read, READS)).toEqual(expected(READS, everything));
    expect(await statuses(VAULT, read, WRITES)).toEqual(expected(WRITES, nothing));
    expect(await itemsOf(vault)).toEqual(UNTOUCHED);
  });

  test("Read is not fooled by headers that say query", async () => {
    const read = await token(VAULT, "Read");
    const tricks: Attempt[] = [
      { method: "POST", path: "/docs", headers: { ...KEY_A, ...QUERY, ...ATOMIC }, body: [], status: 0 },
      {
        method: "POST",
        path: "/docs",
        headers: { ...KEY_A, ...UPSERT },
        body: { id: "1", pk: "a" },
        status: 0,
      },
      { method: "POST", path: "/sprocs/p", headers: { ...KEY_A, ...QUERY }, body: SELECT, status: 0 },
      {
        method: "PUT",
        path: "/docs/1",
        headers: { ...KEY_A, ...QUERY },
        body: { id: "1", pk: "a" },
        status: 0,
      },
      { method: "DELETE", path: "/docs/1", headers: { ...KEY_A, ...QUERY }, status: 0 },
      { method: "POST", path: "/operations/partitionkeydelete", headers: { ...KEY_A, ...QUERY }, status: 0 },
      {
        method: "GET",
        path: "/docs/1",
        headers: { ...KEY_A, "x-http-method-override": "DELETE" },
        status: 0,
      },
    ];
    const results = await Promise.all(tricks.map((trick) => attemptOn(VAULT, read, trick)));
    expect(results.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 200]);
    expect(await itemsOf(vault)).toEqual(UNTOUCHED);
  });

  test("nothing above, beside or elsewhere opens", async () => {
    for (const mode of ["All", "Read"] as const) {
      const own = await token(VAULT, mode);
      expect(await statuses(OTHER, own, READS)).toEqual(expected(READS, nothing));
      expect(await statuses(OTHER, own, WRITES)).toEqual(expected(WRITES, nothing));
      const elsewhere: [string, string, unknown?][] = [
        ["GET", "/dbs"],
        ["POST", "/dbs", { id: "mine" }],
        ["GET", `/dbs/${DATABASE}`],
        ["DELETE", `/dbs/${DATABASE}`],
        ["GET", `/dbs/${DATABASE}/colls`],
        ["POST", `/dbs/${DATABASE}/colls`, { id: "mine", partitionKey: { paths: ["/pk"], kind: "Hash" } }],
        ["GET", `/dbs/${DATABASE}/users`],
        ["POST", `/dbs/${DATABASE}/users`, { id: "mallory" }],
        ["GET", `/dbs/${DATABASE}/users/eve`],
        ["GET", `/dbs/${DATABASE}/users/eve/permissions`],
        [
          "POST",
          `/dbs/${DATABASE}/users/eve/permissions`,
          { id: "x", permissionMode: "All", resource: OTHER.slice(1) },
        ],
        ["GET", `/dbs/${DATABASE}/users/eve/permissions/permission-1`],
        ["GET", `/dbs/${DATABASE}/clientencryptionkeys`],
        ["GET", `/dbs/${DATABASE}/clientencryptionkeys/k`],
        ["POST", `/dbs/${DATABASE}/clientencryptionkeys`, { id: "k" }],
        ["GET", "/offers"],
        ["GET", "/_orrery/containers"],
        ["GET", `/_orrery${VAULT}/partitions`],
        ["PUT", `/_orrery${VAULT}/throttle`, { mode: "off" }],
        ["POST", `/_orrery${VAULT}/partitions/0/split`],
        ["GET", "/dbs/nowhere/colls/vault/docs/1"],
        ["GET", `/dbs/${DATABASE}/colls/nowhere`],
      ];
      for (const [method, path, body] of elsewhere)
        expect([method, path, (await send(own, method, path, { body })).status]).toEqual([method, path, 403]);
    }
    expect(await itemsOf(other)).toEqual(UNTOUCHED);
  });

  test("what does not exist cannot be told from what is forbidden", async () => {
    const own = await token(VAULT, "Read");
    const hidden = await send(own, "GET", OTHER);
    const missing = await send(own, "GET", `/dbs/${DATABASE}/colls/nowhere`);
    const bare = ({ text }: Answer) => text.replace(/ActivityId.*/, "");
    expect(bare(missing)).toBe(bare(hidden));
    // Inside the grant the truth is told.
    expect((await send(own, "GET", `${VAULT}/sprocs/nobody`)).status).toBe(404);
    expect((await send(own, "GET", `${VAULT}/docs/nobody`, { headers: KEY_A })).status).toBe(404);
  });

  test("any token may read the account, and no more of it", async () => {
    const own = await token(VAULT, "Read");
    expect((await send(own, "GET", "/")).status).toBe(200);
    expect((await send(own, "POST", "/")).status).toBe(403);
  });
});

describe("names and resource ids", () => {
  test("a permission by names opens by resource ids, and the other way round", async () => {
    const { _self } = (await vault.read()).resource as unknown as { _self: string };
    for (const link of [VAULT, `${VAULT}/`, `/${_self}`]) {
      const own = await token(link, "Read");
      expect((await send(own, "GET", VAULT)).status).toBe(200);
      expect((await send(own, "GET", `/${_self}docs`, { headers: KEY_A })).status).toBe(200);
      expect((await send(own, "GET", `/${_self.replace(/\/$/, "")}`)).status).toBe(200);
    }
  });

  test("resource ids of others stay closed", async () => {
    const self = ((await other.read()).resource as unknown as { _self: string })._self.replace(/\/$/, "");
    const rid = self.split("/").at(-1)!;
    const own = await token(VAULT);
    expect((await send(own, "GET", `/${self}`)).status).toBe(403);
    expect((await send(own, "GET", `/dbs/${DATABASE}/colls/${rid}/docs/1`, { headers: KEY_A })).status).toBe(
      403,
    );
    const { resource: item } = await other.item("1", "a").read();
    const path = `${VAULT}/docs/${encodeURIComponent(item!._rid)}`;
    expect((await send(own, "GET", path, { headers: KEY_A })).status).toBe(404);
    expect((await send(own, "DELETE", path, { headers: KEY_A })).status).toBe(404);
    expect(await itemsOf(other)).toEqual(UNTOUCHED);
  });

  test.each([
    [`/dbs/${DATABASE}/colls/vault/../other`, [400, 403]],
    [`/dbs/${DATABASE}/colls/vault%2F..%2Fother`, [403]],
    [`/dbs/${DATABASE}/colls/vault%2Fdocs%2F1`, [403]],
    [`/dbs/${DATABASE}/colls/other%2F..%2Fvault`, [403]],
    [`/dbs/${DATABASE}/colls/%6fther`, [403]],
    [`/dbs/${DATABASE}/colls/other/`, [403]],
    [`//dbs/${DATABASE}/colls/other//`, [403]],
    [`/dbs/${DATABASE}//colls/other`, [400, 403]],
    [`/dbs/${DATABASE}/colls/other?x=/dbs/${DATABASE}/colls/vault`, [400, 403]],
    [`/dbs/${DATABASE}/colls/vault?x=/../other`, [400, 403]],
    [`/dbs/${DATABASE}/colls/other%00`, [403]],
    [`/dbs/${DATABASE}/colls/VAULT`, [403]],
    [`/dbs/${DATABASE}/colls/vault%20`, [403]],
    [`/dbs/${DATABASE}/colls/${"%2565".repeat(3)}`, [403]],
  ])("the path %s opens nothing", async (path, allowed) => {
    const own = await token(VAULT);
    for (const method of ["GET", "DELETE"]) expect(allowed).toContain((await send(own, method, path)).status);
    expect((await other.read()).statusCode).toBe(200);
    expect((await vault.read()).statusCode).toBe(200);
  });

  test("the same path written in other ways opens the same", async () => {
    const own = await token(VAULT, "Read");
    for (const path of [`/dbs/${DATABASE}/colls/%76ault`, `${VAULT}/`, `//${VAULT.slice(1)}`])
      expect([path, (await send(own, "GET", path)).status]).toEqual([path, 200]);
  });

  test.each([
    "dbs/data-plane",
    `dbs/${DATABASE}/colls`,
    "dbs",
    "",
    "offers/x",
    `dbs/${DATABASE}/users/eve`,
    "x/y",
  ])("a permission on '%s' cannot be made", async (resource) => {
    expect(await refusal(token(resource))).toMatchObject({ code: 400 });
  });
});

describe("single resources", () => {
  const ITEM_READS: Readonly<Record<string, Attempt>> = {
    "read it": { method: "GET", path: "/docs/1", headers: KEY_A, status: 200 },
  };
  const ITEM_WRITES: Readonly<Record<string, Attempt>> = {
    "replace it": { method: "PUT", path: "/docs/1", headers: KEY_A, body: { id: "1", pk: "a" }, status: 200 },
    "patch it": {
      method: "PATCH",
      path: "/docs/1",
      headers: KEY_A,
      body: [{ op: "set", path: "/n", value: 1 }],
      status: 200,
    },
    "delete it": { method: "DELETE", path: "/docs/1", headers: KEY_A, status: 204 },
  };
  const BESIDE: Readonly<Record<string, Attempt>> = {
    "read its sibling": { method: "GET", path: "/docs/2", headers: KEY_A, status: 200 },
    "read its namesake": { method: "GET", path: "/docs/1", headers: KEY_B, status: 200 },
    "read it without a key": { method: "GET", path: "/docs/1", status: 200 },
    "delete its namesake": { method: "DELETE", path: "/docs/1", headers: KEY_B, status: 204 },
    "let a trigger at others": {
      method: "PUT",
      path: "/docs/1",
      headers: { ...KEY_A, "x-ms-documentdb-pre-trigger-include": "t" },
      body: { id: "1", pk: "a" },
      status: 200,
    },
    ...Object.fromEntries(
      Object.entries({ ...READS, ...WRITES }).filter(
        ([name]) => name !== "read an item" && !isDefinition(name),
      ),
    ),
  };

  async function itemLinks(): Promise<[string, readonly string[] | undefined][]> {
    const { resource } = await vault.item("1", "a").read();
    return [
      [`${VAULT}/docs/1`, ["a"]],
      [`/${resource!._self}`, ["a"]],
      [`/${resource!._self}`, undefined],
    ];
  }

  test("a token of an item opens that item alone, in its mode", async () => {
    for (const [link, key] of await itemLinks()) {
      const more = key === undefined ? {} : { key };
      const read = await token(link, "Read", more);
      expect(await statuses(VAULT, read, ITEM_READS)).toEqual(expected(ITEM_READS, everything));
      expect(await statuses(VAULT, read, ITEM_WRITES)).toEqual(expected(ITEM_WRITES, nothing));
      expect(await statuses(VAULT, read, BESIDE)).toEqual(expected(BESIDE, nothing));
      const all = await token(link, "All", more);
      expect(await statuses(VAULT, all, BESIDE)).toEqual(expected(BESIDE, nothing));
    }
    expect(await itemsOf(vault)).toEqual(UNTOUCHED);
    const [link, key] = (await itemLinks())[0]!;
    const all = await token(link, "All", { key: key! });
    expect(await statuses(VAULT, all, ITEM_WRITES)).toEqual(expected(ITEM_WRITES, everything));
  });

  test("a name without a key means the items of that name", async () => {
    const own = await token(`${VAULT}/docs/1`);
    expect((await send(own, "GET", `${VAULT}/docs/1`, { headers: KEY_A })).status).toBe(200);
    expect((await send(own, "GET", `${VAULT}/docs/1`, { headers: KEY_B })).status).toBe(200);
    expect((await send(own, "GET", `${VAULT}/docs/1`)).status).toBe(403);
    expect((await send(own, "GET", `${VAULT}/docs/2`, { headers: KEY_A })).status).toBe(403);
    expect((await send(own, "GET", `${VAULT}/docs`, { headers: KEY_A })).status).toBe(403);
    await vault.item("1", "a").delete();
    expect((await send(own, "GET", `${VAULT}/docs/1`, { headers: KEY_A })).status).toBe(404);
  });

  test("an item that has another's resource id for a name does not pass for it", async () => {
    const { resource } = await vault.item("1", "a").read();
    await vault.items.create({ id: resource!._rid, pk: "a", secret: "double" });
    const path = `${VAULT}/docs/${encodeURIComponent(resource!._rid)}`;
    for (const more of [{ key: ["a"] }, {}]) {
      const own = await token(`${VAULT}/docs/1`, "All", more);
      expect((await send(own, "GET", path, { headers: KEY_A })).status).toBe(403);
      expect((await send(own, "DELETE", path, { headers: KEY_A })).status).toBe(403);
    }
  });

  test("a token of a procedure opens that procedure alone", async () => {
    const all = await token(`${VAULT}/sprocs/p`);
    const allowed = only(
      ...DEFINITIONS,
      "read a procedure",
      "run a procedure",
      "replace a procedure",
      "delete a procedure",
    );
    expect(await statuses(VAULT, all, READS)).toEqual(expected(READS, allowed));
    expect((await send(all, "GET", `${VAULT}/sprocs/q`)).status).toBe(403);
    expect((await send(all, "POST", `${VAULT}/sprocs/q`, { headers: KEY_A, body: [] })).status).toBe(403);
    const read = await token(`${VAULT}/sprocs/p`, "Read");
    expect(await statuses(VAULT, read, WRITES)).toEqual(expected(WRITES, nothing));
    const keyed = await token(`${VAULT}/sprocs/p`, "All", { key: ["a"] });
    expect((await send(keyed, "POST", `${VAULT}/sprocs/p`, { headers: KEY_A, body: [] })).status).toBe(200);
    expect((await send(keyed, "POST", `${VAULT}/sprocs/p`, { headers: KEY_B, body: [] })).status).toBe(403);
    expect((await send(keyed, "DELETE", `${VAULT}/sprocs/p`, { headers: KEY_A })).status).toBe(403);
    expect(await statuses(VAULT, all, WRITES)).toEqual(expected(WRITES, allowed));
  });

  test.each(["triggers/t", "udfs/f"])("a token of %s opens nothing else", async (link) => {
    await vault.scripts.userDefinedFunctions.create({ id: "f", body: "function () {}" });
    const all = await token(`${VAULT}/${link}`);
    expect(await statuses(VAULT, all, READS)).toEqual(expected(READS, isDefinition));
    expect(await statuses(VAULT, all, WRITES)).toEqual(expected(WRITES, nothing));
    expect((await send(all, "GET", `${VAULT}/${link}`)).status).toBe(200);
    expect((await send(all, "DELETE", `${VAULT}/${link}`)).status).toBe(204);
  });
});

describe("a partition key", () => {
  const INSIDE = only(
    "read the container",
    "read its head",
    "read an item",
    "list items",
    "read changes",
    "query",
    "plan a query",
    "read ranges",
    "create",
    "upsert",
    "replace",
    "patch",
    "run a transaction",
    "read in a transaction",
    "run a procedure",
    "delete",
  );

  test("opens its items and nothing of the container but its definition", async () => {
    const keyed = await token(VAULT, "All", { key: ["a"] });
    expect(await statuses(VAULT, keyed, READS)).toEqual(expected(READS, INSIDE));
    expect(await statuses(VAULT, keyed, WRITES)).toEqual(expected(WRITES, INSIDE));
    expect(await itemsOf(vault)).toEqual(UNTOUCHED);
  });

  test.each<[string, Attempt]>([
    ["create", { method: "POST", path: "/docs", headers: KEY_B, body: { id: "9", pk: "b" }, status: 403 }],
    [
      "create, lying in the header",
      { method: "POST", path: "/docs", headers: KEY_A, body: { id: "9", pk: "b" }, status: 400 },
    ],
    [
      "upsert, lying",
      {
        method: "POST",
        path: "/docs",
        headers: { ...KEY_A, ...UPSERT },
        body: { id: "1", pk: "b" },
        status: 400,
      },
    ],
    [
      "replace into",
      { method: "PUT", path: "/docs/1", headers: KEY_A, body: { id: "1", pk: "b" }, status: 400 },
    ],
    ["read", { method: "GET", path: "/docs/1", headers: KEY_B, status: 403 }],
    ["read without a key", { method: "GET", path: "/docs/1", status: 403 }],
    ["list without a key", { method: "GET", path: "/docs", status: 403 }],
    [
      "list a range",
      { method: "GET", path: "/docs", headers: { "x-ms-documentdb-partitionkeyrangeid": "0" }, status: 403 },
    ],
    ["query without a key", { method: "POST", path: "/docs", headers: QUERY, body: SELECT, status: 403 }],
    [
      "query with another",
      { method: "POST", path: "/docs", headers: { ...QUERY, ...KEY_B }, body: SELECT, status: 403 },
    ],
    [
      "query with an empty key",
      {
        method: "POST",
        path: "/docs",
        headers: { ...QUERY, "x-ms-documentdb-partitionkey": "[]" },
        body: SELECT,
        status: 403,
      },
    ],
    [
      "query with an empty header",
      {
        method: "POST",
        path: "/docs",
        headers: { ...QUERY, "x-ms-documentdb-partitionkey": "" },
        body: SELECT,
        status: 400,
      },
    ],
    [
      "query with two keys",
      {
        method: "POST",
        path: "/docs",
        headers: { ...QUERY, "x-ms-documentdb-partitionkey": '["a","b"]' },
        body: SELECT,
        status: 400,
      },
    ],
    ["read all changes", { method: "GET", path: "/docs", headers: CHANGES, status: 403 }],
    [
      "read a range's changes",
      {
        method: "GET",
        path: "/docs",
        headers: { ...CHANGES, "x-ms-documentdb-partitionkeyrangeid": "0" },
        status: 403,
      },
    ],
    [
      "read another key's changes",
      { method: "GET", path: "/docs", headers: { ...CHANGES, ...KEY_B }, status: 403 },
    ],
    [
      "run a procedure on another",
      { method: "POST", path: "/sprocs/p", headers: KEY_B, body: [], status: 403 },
    ],
    [
      "run a transaction on another",
      {
        method: "POST",
        path: "/docs",
        headers: { ...KEY_B, ...ATOMIC },
        body: [{ operationType: "Delete", id: "1" }],
        status: 403,
      },
    ],
    [
      "smuggle a key into a transaction",
      {
        method: "POST",
        path: "/docs",
        headers: { ...KEY_A, ...ATOMIC },
        body: [{ operationType: "Delete", id: "1", partitionKey: '["b"]' }],
        status: 400,
      },
    ],
    [
      "smuggle a key into bulk",
      {
        method: "POST",
        path: "/docs",
        headers: { ...KEY_A, ...BATCH },
        body: [{ operationType: "Delete", id: "1", partitionKey: '["b"]' }],
        status: 403,
      },
    ],
    [
      "delete another key",
      { method: "POST", path: "/operations/partitionkeydelete", headers: KEY_B, status: 403 },
    ],
    ["delete no key", { method: "POST", path: "/operations/partitionkeydelete", status: 403 }],
    ["install a procedure", { method: "POST", path: "/sprocs", headers: KEY_A, body: SCRIPT, status: 403 }],
  ])("is not left by: %s", async (_, attempt) => {
    const keyed = await token(VAULT, "All", { key: ["a"] });
    expect((await attemptOn(VAULT, keyed, attempt)).status).toBe(attempt.status);
    expect(await itemsOf(vault)).toEqual(UNTOUCHED);
  });

  test("is no way to learn of other keys from the container's statistics", async () => {
    const headers = { "x-ms-documentdb-populatepartitionstatistics": "true" };
    const keyed = await token(VAULT, "Read", { key: ["a"] });
    expect((await send(keyed, "GET", VAULT, { headers })).status).toBe(403);
    expect((await send(await token(VAULT, "Read"), "GET", VAULT, { headers })).status).toBe(200);
  });

  test("bounds what queries answer, whatever range or continuation they ask for", async () => {
    const keyed = await token(VAULT, "Read", { key: ["a"] });
    const secrets = async (headers: Readonly<Record<string, string>>, text = "SELECT * FROM c") => {
      const answer = await attemptOn(VAULT, keyed, {
        method: "POST",
        path: "/docs",
        headers: { ...QUERY, ...KEY_A, ...headers },
        body: { query: text, parameters: [] },
        status: 200,
      });
      expect(answer.status).toBe(200);
      return answer.text;
    };
    for (const text of [
      "SELECT * FROM c",
      "SELECT * FROM c WHERE c.pk = 'b'",
      "SELECT VALUE c.secret FROM c ORDER BY c.secret",
      "SELECT VALUE MAX(c.secret) FROM c",
      "SELECT VALUE c.secret FROM c WHERE c.pk IN ('a', 'b') OR true",
    ]) {
      expect(await secrets({}, text)).not.toMatch(/"b[12]"/);
    }
    for (const id of ["0", "1", "2"])
      expect(await secrets({ "x-ms-documentdb-partitionkeyrangeid": id })).not.toMatch(/"b[12]"/);
    const epk = {
      "x-ms-start-epk": "",
      "x-ms-end-epk": "FF",
      "x-ms-read-key-type": "EffectivePartitionKeyRange",
    };
    expect(await secrets(epk)).not.toMatch(/"b[12]"/);
    const at = { v: 1, n: 0, s: [["", "FF", Buffer.alloc(16).toString("base64")]] };
    expect(await secrets({ "x-ms-continuation": JSON.stringify({ carried: 0, at }) })).not.toMatch(/"b[12]"/);
  });

  test("is exact about types", async () => {
    const keyed = await token(VAULT, "Read", { key: [1] });
    for (const key of ['["1"]', "[true]", "[null]", "[{}]", "[]", "[1.5]"]) {
      const headers = { "x-ms-documentdb-partitionkey": key };
      expect([key, (await send(keyed, "GET", `${VAULT}/docs`, { headers })).status]).toEqual([key, 403]);
    }
    const zero = await token(VAULT, "Read", { key: [0] });
    const minus = { "x-ms-documentdb-partitionkey": "[-0]" };
    expect((await send(zero, "GET", `${VAULT}/docs`, { headers: minus })).status).toBe(403);
  });

  test("may be the absent one", async () => {
    const none = await token(VAULT, "All", { key: [{}] });
    for (const key of ["[{}]", "[]"]) {
      const headers = { "x-ms-documentdb-partitionkey": key };
      expect((await send(none, "GET", `${VAULT}/docs`, { headers })).status).toBe(200);
    }
    expect((await send(none, "GET", `${VAULT}/docs`, { headers: KEY_A })).status).toBe(403);
  });

  test("may be the first levels of a hierarchical one, and opens what is below them", async () => {
    const tree = await server.createContainer("tree", {
      partitionKey: { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 },
    });
    for (const tenant of ["t", "u"])
      for (const user of ["x", "y"]) await tree.items.create({ id: "1", tenant, user });
    const path = `/dbs/${DATABASE}/colls/tree`;
    const keyed = await token(path, "Read", { key: ["t"] });
    const reading = async (key: string, target = "/docs/1") =>
      (await send(keyed, "GET", `${path}${target}`, { headers: { "x-ms-documentdb-partitionkey": key } }))
        .status;
    expect(await reading('["t","x"]')).toBe(200);
    expect(await reading('["u","x"]')).toBe(403);
    expect(await reading('["t"]', "/docs")).toBe(200);
    expect(await reading('["u"]', "/docs")).toBe(403);
    expect(await reading("[]", "/docs")).toBe(403);
    const anything = await token(path, "Read", { key: [] });
    const headers = { "x-ms-documentdb-partitionkey": '["t","x"]' };
    expect((await send(anything, "GET", `${path}/docs/1`, { headers })).status).toBe(403);
    await tree.delete();
  });

  test("of a permission cannot be an object", async () => {
    expect(await refusal(token(VAULT, "All", { key: [{ a: 1 }] }))).toMatchObject({ code: 400 });
  });
});

describe("the token itself", () => {
  const reads = async (text: string) => (await send(text, "GET", VAULT)).status;

  test("expires", async () => {
    const short = await token(VAULT, "Read", { seconds: 10 });
    const usual = await token(VAULT, "Read");
    const long = await token(VAULT, "Read", { seconds: 18_000 });
    const start = nowMs;
    const at = async (seconds: number) => {
      nowMs = start + seconds * 1000;
      return [await reads(short), await reads(usual), await reads(long)];
    };
    expect(await at(9)).toEqual([200, 200, 200]);
    expect(await at(11)).toEqual([403, 200, 200]);
    expect(await at(3_601)).toEqual([403, 403, 200]);
    expect(await at(18_001)).toEqual([403, 403, 403]);
  });

  test.each([9, 86_401, -1])("cannot be made to last %d seconds", async (seconds) => {
    expect(await refusal(token(VAULT, "Read", { seconds }))).toMatchObject({ code: 400 });
  });

  test("ends with its permission, its user and its container", async () => {
    const own = await token(VAULT, "Read");
    await server.database.user("eve").permission(`permission-${permissions}`).delete();
    expect(await reads(own)).toBe(403);

    await server.database.users.create({ id: "mallory" });
    const { resource } = await server.database
      .user("mallory")
      .permissions.create({ id: "p", permissionMode: PermissionMode.Read, resource: VAULT.slice(1) });
    const hers = (resource as unknown as { _token: string })._token;
    expect(await reads(hers)).toBe(200);
    await server.database.user("mallory").delete();
    expect(await reads(hers)).toBe(403);

    const { _self } = (await vault.read()).resource as unknown as { _self: string };
    const byRid = await token(`/${_self}`, "Read");
    await vault.delete();
    expect(await reads(byRid)).toBe(403);
    await server.createContainer("vault");
    expect(await reads(byRid)).toBe(403);
  });

  test("means what its permission says now", async () => {
    const all = await token(VAULT);
    const permission = server.database.user("eve").permission(`permission-${permissions}`);
    await permission.replace({
      id: permission.id,
      permissionMode: PermissionMode.Read,
      resource: VAULT.slice(1),
    });
    expect((await send(all, "DELETE", `${VAULT}/docs/1`, { headers: KEY_A })).status).toBe(403);
    await permission.replace({
      id: permission.id,
      permissionMode: PermissionMode.All,
      resource: OTHER.slice(1),
    });
    expect(await reads(all)).toBe(403);
  });

  test("cannot be changed or made up", async () => {
    const own = await token(VAULT, "Read");
    const [, signature = "", claim = ""] = /sig=([^;]*);([^;]*);$/.exec(own)!;
    const forge = (text: string, mac = signature) =>
      `type=resource&ver=1.0&sig=${mac};${Buffer.from(text).toString("base64url")};`;
    const body = JSON.parse(Buffer.from(claim, "base64url").toString()) as [string, number];
    const later = JSON.stringify([body[0], body[1] + 1]);
    const macWith = (key: string) => createHmac("sha256", key).update(later).digest("base64url");
    const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    const forgeries = [
      own.replace(signature, flipped),
      own.replace(signature, ""),
      own.replace(signature, signature.slice(0, -1)),
      forge(later),
      forge(later, macWith(server.orrery.key)),
      forge(later, macWith("")),
      forge(JSON.stringify([[body[0]], 9e9])),
      `${own}${claim};`,
      `${own};`,
      own.slice(0, -1),
      own.replace("type=resource", "type=resource&type=master"),
      "type=resource&ver=1.0&sig=;;",
      "type=resource&ver=1.0&sig=",
      `type=resource&ver=1.0&sig=${signature}`,
    ];
    for (const forgery of forgeries) expect([forgery, await reads(forgery)]).toEqual([forgery, 401]);
    expect(await reads(own)).toBe(200);
  });

  test("of an account with another key is no token here", async () => {
    const key = Buffer.alloc(64, 7).toString("base64");
    const stranger = await TestServer.start({ key });
    try {
      await stranger.createContainer("vault");
      await stranger.database.users.create({ id: "eve" });
      const { resource } = await stranger.database
        .user("eve")
        .permissions.create({ id: "p", permissionMode: PermissionMode.All, resource: VAULT.slice(1) });
      expect(await reads((resource as unknown as { _token: string })._token)).toBe(401);
    } finally {
      await stranger.stop();
    }
  });

  test("works in the SDK", async () => {
    const own = await token(VAULT, "Read");
    const client = server.connect({ key: undefined as never, resourceTokens: { [VAULT.slice(1)]: own } });
    const container = client.database(DATABASE).container("vault");
    expect((await container.item("1", "a").read()).resource).toMatchObject({ secret: "a1" });
    expect((await container.items.query("SELECT VALUE c.secret FROM c").fetchAll()).resources).toHaveLength(
      4,
    );
    expect(await refusal(container.items.create({ id: "9", pk: "a" }))).toMatchObject({ code: 403 });
    client.dispose();
  });
});
