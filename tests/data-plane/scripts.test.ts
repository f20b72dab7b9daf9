/** Stored procedures, triggers and user-defined functions as programs use them, through the published SDK. */
import type { Container, ItemDefinition, RequestOptions, TriggerOperation, TriggerType } from "@azure/cosmos";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal } from "../harness/refusal.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";

let server: TestServer;
let container: Container;
let count = 0;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(async () => {
  container = await server.createContainer(`scripts-${++count}`);
});

/** Runs a function's own text on the server. */
async function run(
  // biome-ignore lint/suspicious/noExplicitAny: the function runs elsewhere, with what it is sent.
  script: ((...args: any[]) => void) | string,
  parameters: unknown[] = [],
  options: RequestOptions & { readonly key?: string } = {},
) {
  const { key = "a", ...rest } = options;
  const id = `p-${++count}`;
  await container.scripts.storedProcedures.create({ id, body: String(script) });
  return container.scripts.storedProcedure(id).execute(key, parameters, rest);
}

async function allItems(): Promise<ItemDefinition[]> {
  return (await container.items.readAll().fetchAll()).resources;
}

/** Globals of the sandbox, for the functions of this file that run there. */
// biome-ignore lint/suspicious/noExplicitAny: the API of scripts has no types.
declare const getContext: () => any;
// biome-ignore lint/suspicious/noExplicitAny: the API of scripts has no types.
declare const __: any;

describe("stored procedures", () => {
  test("create, read, query, replace, upsert and delete, and see their own writes", async () => {
    const { resource } = await run(() => {
      const collection = getContext().getCollection();
      const link = collection.getSelfLink();
      const seen: unknown[] = [];
      collection.createDocument(
        link,
        { id: "1", pk: "a", n: 1 },
        {},
        (_: unknown, made: { _self: string }) => {
          collection.readDocument(made._self, {}, (_: unknown, read: { n: number; _self: string }) => {
            seen.push(["read", read.n]);
            collection.replaceDocument(read._self, { ...read, n: 2 }, {}, () => {
              collection.upsertDocument(link, { id: "2", pk: "a", n: 3 }, {}, () => {
                collection.queryDocuments(
                  link,
                  {
                    query: "SELECT VALUE c.n FROM c WHERE c.n > @low ORDER BY c.n",
                    parameters: [{ name: "@low", value: 0 }],
                  },
                  {},
                  (_: unknown, rows: unknown) => {
                    seen.push(["query", rows]);
                    collection.deleteDocument(`${collection.getAltLink()}/docs/2`, {}, () => {
                      collection.readDocuments(link, {}, (_: unknown, rows: { id: string }[]) => {
                        seen.push(["feed", rows.map(({ id }) => id)]);
                        getContext().getResponse().setBody(seen);
                      });
                    });
                  },
                );
              });
            });
          });
        },
      );
    });
    expect(resource).toEqual([
      ["read", 1],
      ["query", [2, 3]],
      ["feed", ["1"]],
    ]);
    expect(await allItems()).toMatchObject([{ id: "1", pk: "a", n: 2 }]);
  });

  test("a query sees an index entry only as its transaction left it", async () => {
    await container.items.create({ id: "1", pk: "a", colour: "red" });
    const { resource } = await run(() => {
      const collection = getContext().getCollection();
      const link = collection.getSelfLink();
      const count = (colour: string, next: (rows: unknown[]) => void) =>
        collection.queryDocuments(
          link,
          `SELECT VALUE c.id FROM c WHERE c.colour = "${colour}"`,
          {},
          (_: unknown, rows: unknown[]) => next(rows),
        );
      collection.readDocument(
        `${collection.getAltLink()}/docs/1`,
        {},
        (_: unknown, item: { _self: string }) =>
          collection.replaceDocument(item._self, { id: "1", pk: "a", colour: "blue" }, {}, () =>
            count("red", (red) => count("blue", (blue) => getContext().getResponse().setBody({ red, blue }))),
          ),
      );
    });
    expect(resource).toEqual({ red: [], blue: ["1"] });
  });

  test("every operation is accepted while there is time, and says so", async () => {
    const { resource } = await run(() => {
      const collection = getContext().getCollection();
      const isAccepted = collection.createDocument(collection.getSelfLink(), { id: "1", pk: "a" });
      getContext().getResponse().setBody(isAccepted);
    });
    expect(resource).toBe(true);
    expect(await allItems()).toHaveLength(1);
  });

  test("pages of a feed and of a query go on where the last one ended", async () => {
    for (let i = 0; i < 7; i++) await container.items.create({ id: `${i}`, pk: "a", i });
    const { resource } = await run(() => {
      const collection = getContext().getCollection();
      const pages: number[][] = [];
      const read = (continuation?: string) => {
        collection.queryDocuments(
          collection.getSelfLink(),
          "SELECT * FROM c ORDER BY c.i DESC",
          { pageSize: 3, continuation },
          (_: unknown, rows: { i: number }[], options: { continuation?: string }) => {
            pages.push(rows.map(({ i }) => i));
            if (options.continuation) read(options.continuation);
            else getContext().getResponse().setBody(pages);
          },
        );
      };
      read();
    });
    expect(resource).toEqual([[6, 5, 4], [3, 2, 1], [0]]);
  });

  test("ETags guard what was read before", async () => {
    const { resource: item } = await container.items.create({ id: "1", pk: "a", n: 0 });
    await container.item("1", "a").replace({ id: "1", pk: "a", n: 1 });
    const { resource } = await run(
      (etag: string) => {
        const collection = getContext().getCollection();
        const self = `${collection.getAltLink()}/docs/1`;
        const outcomes: unknown[] = [];
        const note = (error: { number: number } | undefined) => outcomes.push(error?.number ?? "done");
        collection.replaceDocument(self, { id: "1", pk: "a", n: 9 }, { etag }, note);
        collection.deleteDocument(self, { etag }, note);
        collection.readDocument(self, {}, (_: unknown, now: { _etag: string }) => {
          collection.readDocument(
            self,
            { ifNoneMatch: now._etag },
            (_: unknown, __: unknown, options: { notModified?: boolean }) => {
              outcomes.push(options.notModified);
              collection.replaceDocument(
                self,
                { id: "1", pk: "a", n: 2 },
                { etag: now._etag },
                (error: never) => {
                  note(error);
                  getContext().getResponse().setBody(outcomes);
                },
              );
            },
          );
        });
      },
      [item!._etag],
    );
    expect(resource).toEqual([412, 412, true, "done"]);
    expect(await allItems()).toMatchObject([{ n: 2 }]);
  });

  test("promise style works, await included", async () => {
    const { resource } = await run(
      `async function (name) {
        const collection = getContext().getCollection();
        const call = (method, ...args) => new Promise((resolve, reject) => {
          const isAccepted = collection[method](...args, (error, result) => error ? reject(error) : resolve(result));
          if (!isAccepted) reject(new Error("not accepted"));
        });
        const made = await call("createDocument", collection.getSelfLink(), { id: name, pk: "a" }, {});
        const rows = await call("queryDocuments", collection.getSelfLink(), "SELECT VALUE c.id FROM c", {});
        getContext().getResponse().setBody({ made: made.id, rows });
      }`,
      ["x"],
    );
    expect(resource).toEqual({ made: "x", rows: ["x"] });
  });

  test("a promise that rejects undoes everything", async () => {
    const error = await refusal(
      run(`async function () {
        const collection = getContext().getCollection();
        collection.createDocument(collection.getSelfLink(), { id: "1", pk: "a" });
        throw new Error("changed my mind");
      }`),
    );
    expect(error).toMatchObject({ code: 400, message: expect.stringContaining("changed my mind") });
    expect(await allItems()).toEqual([]);
  });

  test("what is logged comes back, whatever characters it has", async () => {
    const log = (text: string) => console.log("%s: %s", text, 1);
    const answer = await run(log, ['naïve 100% "ü" 日本\n\u{1F600}'], { enableScriptLogging: true });
    const header = answer.headers["x-ms-documentdb-script-log-results"] as string;
    expect(header).toMatch(/^[\x21-\x7e]+$/);
    expect(decodeURIComponent(header)).toBe('naïve 100% "ü" 日本\n\u{1F600}: 1');
    const silent = await run(log, ["quiet"]);
    expect(silent.headers).not.toHaveProperty("x-ms-documentdb-script-log-results");
  });

  test("an error has the script's message and line, and undoes everything", async () => {
    const error = await refusal(
      run(`function () {
        const collection = getContext().getCollection();
        collection.createDocument(collection.getSelfLink(), { id: "1", pk: "a" }, {}, function () {
          throw new Error("the third is too much");
        });
      }`),
    );
    expect(error.code).toBe(400);
    expect(error.message).toContain("the third is too much");
    expect(error.message).toContain("line 4");
    expect(await allItems()).toEqual([]);
  });

  test.each([
    ["text", 'throw "plain text"', "plain text"],
    ["an object", 'throw { code: 7, why: "because" }', '"why":"because"'],
    ["a numbered error", 'throw new Error(400, "in the service\'s dialect")', "in the service's dialect"],
    ["a mistake", "undefined.x", "TypeError"],
    ["bad syntax", "}}} (", "SyntaxError"],
    ["newlines", 'throw new Error("one\\r\\ntwo: x\\0y")', "one"],
  ])("throwing %s is a 400 that says it", async (_, statement, message) => {
    const error = await refusal(run(`function () { ${statement}; }`));
    expect(error).toMatchObject({ code: 400, message: expect.stringContaining(message) });
  });

  test.each([404, 412, 429, 503])("the number %d of a script's error is its substatus", async (number) => {
    const error = await refusal(run(`function () { throw new Error(${number}, "its own"); }`));
    expect([error.code, Number(error.substatus)]).toEqual([400, number]);
  });

  test("what is no function is refused when it runs, not when it is made", async () => {
    expect(await refusal(run("42"))).toMatchObject({ code: 400 });
  });

  test("a conflict that nobody handles ends the script and undoes the rest", async () => {
    await container.items.create({ id: "1", pk: "a" });
    const error = await refusal(
      run(() => {
        const collection = getContext().getCollection();
        collection.createDocument(collection.getSelfLink(), { id: "0", pk: "a" });
        collection.createDocument(collection.getSelfLink(), { id: "1", pk: "a" });
      }),
    );
    expect([error.code, Number(error.substatus)]).toEqual([400, 409]);
    expect((await allItems()).map(({ id }) => id)).toEqual(["1"]);
  });

  test("a conflict that is handled is part of the transaction's course", async () => {
    await container.items.create({ id: "1", pk: "a" });
    const { resource } = await run(() => {
      const collection = getContext().getCollection();
      collection.createDocument(collection.getSelfLink(), { id: "0", pk: "a" });
      collection.createDocument(
        collection.getSelfLink(),
        { id: "1", pk: "a" },
        {},
        (error: { number: number }) => getContext().getResponse().setBody(error.number),
      );
    });
    expect(resource).toBe(409);
    expect((await allItems()).map(({ id }) => id).sort()).toEqual(["0", "1"]);
  });

  test("an endless loop is stopped, leaves nothing, and others are served meanwhile", async () => {
    const endless = refusal(
      run(() => {
        const collection = getContext().getCollection();
        collection.createDocument(collection.getSelfLink(), { id: "1", pk: "a" }, {}, () => {
          for (;;);
        });
      }),
    );
    await container.items.create({ id: "other", pk: "b" });
    expect((await container.item("other", "b").read()).statusCode).toBe(200);
    expect(await endless).toMatchObject({ code: 408 });
    expect((await allItems()).map(({ id }) => id)).toEqual(["other"]);
    await container.items.create({ id: "1", pk: "a" });
  });

  test("only the items of the given key can be seen, made or changed", async () => {
    const { resource: other } = await container.items.create({ id: "1", pk: "b", secret: true });
    const attempts = await run(
      (self: string) => {
        const collection = getContext().getCollection();
        const link = collection.getSelfLink();
        const outcomes: unknown[] = [];
        const note = (error: { number: number } | undefined, result: unknown) =>
          outcomes.push(error?.number ?? result);
        collection.createDocument(link, { id: "x", pk: "b" }, {}, note);
        collection.upsertDocument(link, { id: "1", pk: "b" }, {}, note);
        collection.createDocument(link, { id: "x" }, {}, note);
        collection.readDocument(self, {}, note);
        collection.replaceDocument(self, { id: "1", pk: "a" }, {}, note);
        collection.replaceDocument(self, { id: "1", pk: "b" }, {}, note);
        collection.deleteDocument(self, {}, note);
        collection.readDocument(`${collection.getAltLink()}/docs/1`, {}, note);
        collection.queryDocuments(link, "SELECT * FROM c WHERE c.pk = 'b'", {}, note);
        collection.queryDocuments(link, "SELECT * FROM c", {}, note);
        collection.readDocuments(link, {}, (error: undefined, rows: unknown) => {
          note(error, rows);
          getContext().getResponse().setBody(outcomes);
        });
      },
      [other!._self],
    );
    expect(attempts.resource).toEqual([400, 400, 400, 404, 404, 400, 404, 404, [], [], []]);
    expect(await allItems()).toMatchObject([{ id: "1", pk: "b", secret: true }]);
  });

  test("undefined and missing arguments are what JSON makes of them", async () => {
    const { resource } = await run(
      (...args: unknown[]) => {
        getContext()
          .getResponse()
          .setBody(args.map((arg) => (arg === undefined ? "undefined" : arg)));
      },
      [undefined, null, { a: undefined }],
    );
    expect(resource).toEqual([null, null, {}]);
  });

  test("a procedure needs a key, and must exist", async () => {
    await container.scripts.storedProcedures.create({ id: "p", body: "function () {}" });
    const path = `/dbs/${DATABASE}/colls/${container.id}/sprocs/p`;
    expect((await server.raw.send("POST", path)).status).toBe(400);
    const missing = await server.raw.send("POST", `${path}x`, {
      headers: { "x-ms-documentdb-partitionkey": '["a"]' },
    });
    expect(missing.status).toBe(404);
  });

  test("a response that is too large is refused, and nothing is written", async () => {
    const error = await refusal(
      run(() => {
        const collection = getContext().getCollection();
        collection.createDocument(collection.getSelfLink(), { id: "1", pk: "a" });
        getContext()
          .getResponse()
          .setBody("x".repeat(5 * 1024 * 1024));
      }),
    );
    expect(error.code).toBe(413);
    expect(await allItems()).toEqual([]);
  });
});

describe("queries with __", () => {
  beforeEach(async () => {
    for (const [i, tags] of [["x", "y"], ["z"], [], ["x"]].entries())
      await container.items.create({ id: `${i}`, pk: "a", n: 3 - i, tags });
    await container.items.create({ id: "far", pk: "b", n: 99, tags: ["x"] });
  });

  test.each<[string, () => void, unknown]>([
    ["filter", () => __.filter((item: { n: number }) => item.n > 1, answer), [3, 2]],
    ["map", () => __.map((item: { n: number }) => item.n * 10, answer), [30, 20, 10, 0]],
    ["pluck", () => __.pluck("n", answer), [3, 2, 1, 0]],
    ["sortBy", () => __.sortBy((item: { n: number }) => item.n, answer), [0, 1, 2, 3]],
    [
      "chain",
      () =>
        __.chain()
          .filter((item: { n: number }) => item.n < 3)
          .sortByDescending((item: { n: number }) => item.n)
          .pluck("tags")
          .flatten()
          .value(answer),
      ["z", "x"],
    ],
  ])("%s", async (_, query, expected) => {
    const { resource } = await run(`function () {
      const answer = (error, rows) => {
        if (error) throw error;
        __.response.setBody(rows.map((row) => row?.n ?? row));
      };
      (${query})();
    }`);
    expect(resource).toEqual(expected);
  });
});
/** Stands in the text of the scripts above. */
declare const answer: unknown;

describe("triggers", () => {
  async function createTrigger(
    id: string,
    type: "Pre" | "Post",
    script: (() => void) | string,
    operation = "All",
  ): Promise<void> {
    await container.scripts.triggers.create({
      id,
      body: String(script),
      triggerType: type as TriggerType,
      triggerOperation: operation as TriggerOperation,
    });
  }

  const stamp = () => {
    const request = getContext().getRequest();
    const item = request.getBody();
    item.stamped = request.getOperationType?.() ?? true;
    request.setBody(item);
  };

  test("a pre-trigger changes what is written, on creates, upserts and replaces", async () => {
    await createTrigger("stamp", "Pre", stamp);
    const options = { preTriggerInclude: ["stamp"] };
    const created = await container.items.create({ id: "1", pk: "a" }, options);
    expect(created.resource).toMatchObject({ id: "1", stamped: "Create" });
    const upserted = await container.items.upsert({ id: "1", pk: "a" }, options);
    expect(upserted.resource).toMatchObject({ stamped: "Upsert" });
    const replaced = await container.item("1", "a").replace({ id: "1", pk: "a" }, options);
    expect(replaced.resource).toMatchObject({ stamped: "Replace" });
    expect((await container.item("1", "a").read()).resource).toMatchObject({ stamped: "Replace" });
  });

  test("a trigger that is not named does not run", async () => {
    await createTrigger("never", "Pre", 'function () { throw new Error("ran"); }');
    expect((await container.items.create({ id: "1", pk: "a" })).statusCode).toBe(201);
  });

  test("a post-trigger sees the response, and writes in the same transaction", async () => {
    await createTrigger("tally", "Post", () => {
      const collection = getContext().getCollection();
      const made = getContext().getResponse().getBody();
      const asked = getContext().getRequest().getBody();
      collection.createDocument(collection.getSelfLink(), {
        id: `log-${made.id}`,
        pk: made.pk,
        etag: made._etag,
        asked: asked.id,
      });
    });
    const { resource } = await container.items.create(
      { id: "1", pk: "a" },
      { postTriggerInclude: ["tally"] },
    );
    expect((await container.item("log-1", "a").read()).resource).toMatchObject({
      etag: resource!._etag,
      asked: "1",
    });
  });

  test("a post-trigger runs on deletes, too", async () => {
    await container.items.create({ id: "1", pk: "a" });
    await createTrigger(
      "farewell",
      "Post",
      () => {
        const collection = getContext().getCollection();
        collection.createDocument(collection.getSelfLink(), { id: "farewell", pk: "a" });
      },
      "Delete",
    );
    const { statusCode } = await container.item("1", "a").delete({ postTriggerInclude: ["farewell"] });
    expect(statusCode).toBe(204);
    expect((await allItems()).map(({ id }) => id)).toEqual(["farewell"]);
  });

  test.each(["Pre", "Post"] as const)(
    "a %s-trigger that throws undoes the write and its own",
    async (type) => {
      await createTrigger("refuse", type, () => {
        const collection = getContext().getCollection();
        collection.createDocument(collection.getSelfLink(), { id: "trace", pk: "a" }, {}, () => {
          throw new Error("not today");
        });
      });
      const names = ["refuse"];
      const options = type === "Pre" ? { preTriggerInclude: names } : { postTriggerInclude: names };
      const error = await refusal(container.items.create({ id: "1", pk: "a" }, options));
      expect(error).toMatchObject({ code: 400, message: expect.stringContaining("not today") });
      expect(await allItems()).toEqual([]);
    },
  );

  test.each([
    ["Delete", "create"],
    ["Create", "replace"],
    ["Replace", "create"],
    ["Create", "delete"],
  ])("a trigger for %s is refused on a %s", async (operation, verb) => {
    await container.items.create({ id: "old", pk: "a" });
    await createTrigger("t", "Pre", "function () {}", operation);
    const options = { preTriggerInclude: ["t"] };
    const item = container.item("old", "a");
    const request =
      verb === "create"
        ? container.items.create({ id: "1", pk: "a" }, options)
        : verb === "replace"
          ? item.replace({ id: "old", pk: "a", n: 1 }, options)
          : item.delete(options);
    expect(await refusal(request)).toMatchObject({ code: 400 });
    expect(await allItems()).toHaveLength(1);
  });

  test("a trigger of the other type, an unknown one, or two at once are refused", async () => {
    await createTrigger("pre", "Pre", "function () {}");
    for (const options of [
      { postTriggerInclude: ["pre"] },
      { preTriggerInclude: ["nobody"] },
      { preTriggerInclude: ["pre", "pre"] },
    ]) {
      expect(await refusal(container.items.create({ id: "1", pk: "a" }, options))).toMatchObject({
        code: 400,
      });
    }
    expect(await allItems()).toEqual([]);
  });

  test.each(["true", "false"])("a batch that names a trigger is refused (atomic: %s)", async (atomic) => {
    await createTrigger("stamp", "Pre", stamp);
    const { status } = await server.raw.send("POST", `/dbs/${DATABASE}/colls/${container.id}/docs`, {
      headers: {
        "x-ms-documentdb-partitionkey": '["a"]',
        "x-ms-cosmos-is-batch-request": "true",
        "x-ms-cosmos-batch-atomic": atomic,
        "x-ms-documentdb-pre-trigger-include": "stamp",
      },
      body: [{ operationType: "Create", resourceBody: { id: "1", pk: "a" } }],
    });
    expect(status).toBe(400);
    expect(await allItems()).toEqual([]);
  });

  test.each([
    ["changes the key", "item.pk = 'b'"],
    ["removes the key", "delete item.pk"],
    ["removes the id", "delete item.id"],
    ["writes a bad ttl", "item.ttl = 0"],
  ])("a pre-trigger that %s is refused", async (_, statement) => {
    await createTrigger(
      "t",
      "Pre",
      `function () { const request = getContext().getRequest(); const item = request.getBody(); ${statement}; request.setBody(item); }`,
    );
    const error = await refusal(container.items.create({ id: "1", pk: "a" }, { preTriggerInclude: ["t"] }));
    expect(error.code).toBe(400);
    expect(await allItems()).toEqual([]);
  });
});

describe("user-defined functions", () => {
  beforeEach(async () => {
    const functions = {
      band: "function (n) { return n === null ? 'none' : n < 2 ? 'low' : 'high'; }",
      isHigh: "function (n) { return n >= 2; }",
      split: "function (text) { return text.split(''); }",
      type: "function () { return [...arguments].map((argument) => typeof argument).join(); }",
      fail: "function (n) { if (n === 2) throw new Error('not two'); return n; }",
    };
    for (const [id, body] of Object.entries(functions))
      await container.scripts.userDefinedFunctions.create({ id, body });
    for (const n of [0, 1, 2, 3])
      await container.items.create({ id: `${n}`, pk: n % 2 ? "a" : "b", n, text: `t${n}` });
    await container.items.create({ id: "4", pk: "a", n: null });
  });

  const query = async (text: string, options = {}) =>
    (await container.items.query(text, options).fetchAll()).resources;

  test.each<[string, string, unknown[]]>([
    ["SELECT", "SELECT VALUE udf.band(c.n) FROM c", ["high", "high", "low", "low", "none"]],
    ["SELECT with an alias", "SELECT udf.band(c.n) AS band FROM c WHERE c.id = '3'", [{ band: "high" }]],
    ["WHERE", "SELECT VALUE c.n FROM c WHERE udf.isHigh(c.n)", [2, 3]],
    ["WHERE beside an index", "SELECT VALUE c.n FROM c WHERE c.n > 0 AND udf.band(c.n) = 'low'", [1]],
    [
      "GROUP BY",
      "SELECT COUNT(1) AS n, udf.band(c.n) AS band FROM c GROUP BY udf.band(c.n)",
      [
        { n: 1, band: "none" },
        { n: 2, band: "high" },
        { n: 2, band: "low" },
      ],
    ],
    ["JOIN", "SELECT VALUE part FROM c JOIN part IN udf.split(c.text) WHERE c.n = 1", ["1", "t"]],
    ["an aggregate", "SELECT VALUE COUNT(udf.isHigh(c.n) ? 1 : undefined) FROM c", [2]],
    [
      "a subquery",
      "SELECT VALUE c.n FROM c WHERE EXISTS(SELECT VALUE p FROM p IN udf.split(c.text) WHERE p = '2')",
      [2],
    ],
    ["null arguments", "SELECT VALUE udf.type(null, c.n) FROM c WHERE c.id = '1'", ["object,number"]],
    ["undefined arguments: it is not called", "SELECT VALUE udf.type(c.nothing, c.n) FROM c", []],
  ])("in %s", async (_, text, expected) => {
    const rows = await query(text);
    const order = (row: unknown) => JSON.stringify(row);
    expect(rows.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))).toEqual(
      expected.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
    );
  });

  test("ORDER BY a function is refused, as the service does", async () => {
    expect(await refusal(query("SELECT * FROM c ORDER BY udf.band(c.n)"))).toMatchObject({ code: 400 });
  });

  test("an unknown function, and one that throws, are 400 with the reason", async () => {
    expect(await refusal(query("SELECT VALUE udf.nobody(1) FROM c"))).toMatchObject({
      code: 400,
      message: expect.stringContaining("nobody"),
    });
    expect(await refusal(query("SELECT VALUE udf.fail(c.n) FROM c"))).toMatchObject({
      code: 400,
      message: expect.stringContaining("not two"),
    });
  });

  test("a changed function is used at once", async () => {
    await container.scripts
      .userDefinedFunction("band")
      .replace({ id: "band", body: "function () { return 'new'; }" });
    expect(await query("SELECT VALUE udf.band(c.n) FROM c WHERE c.id = '1'")).toEqual(["new"]);
  });

  test("functions work in the queries of stored procedures", async () => {
    const { resource } = await run(() => {
      const collection = getContext().getCollection();
      collection.queryDocuments(
        collection.getSelfLink(),
        "SELECT VALUE udf.band(c.n) FROM c WHERE udf.isHigh(c.n)",
        {},
        (error: unknown, rows: unknown) => {
          if (error) throw error;
          getContext().getResponse().setBody(rows);
        },
      );
    });
    expect(resource).toEqual(["high"]);
  });
});

test("a procedure costs what it computes and does, also when it fails", async () => {
  const compute = (turns: number, fail: boolean) => {
    for (let i = 0; i < turns; i++);
    __.createDocument(__.getSelfLink(), { pk: "a" }, () => {
      if (fail) throw new Error("undo");
    });
  };
  const { requestCharge } = await run(compute, [0, false]);
  const more = await run(compute, [100_000, false]);
  // A million steps are 3.6 RU, and a turn of the loop takes some fifteen.
  expect(more.requestCharge).toBeGreaterThan(requestCharge + 3.6);
  expect((await run(compute, [100_000, false])).requestCharge).toBe(more.requestCharge);
  const { code, headers } = await refusal(run(compute, [100_000, true]));
  expect(code).toBe(400);
  expect(Number(headers?.["x-ms-request-charge"])).toBeCloseTo(more.requestCharge, 1);
});

test("a container holds 100 procedures, 25 triggers and 50 functions, and no more", async () => {
  const { storedProcedures, triggers, userDefinedFunctions } = container.scripts;
  const body = "function () {}";
  const fill = async (count: number, create: (id: string) => Promise<unknown>) => {
    for (let i = 0; i < count; i++) await create(`s${i}`);
    return refusal(create("more"));
  };
  const trigger = { body, triggerType: "Pre" as TriggerType, triggerOperation: "All" as TriggerOperation };
  const refused = [
    await fill(100, (id) => storedProcedures.create({ id, body })),
    await fill(25, (id) => triggers.create({ id, ...trigger })),
    await fill(50, (id) => userDefinedFunctions.create({ id, body })),
  ];
  expect(refused.map(({ code }) => code)).toEqual([403, 403, 403]);
  await container.scripts.storedProcedure("s0").delete();
  expect((await storedProcedures.create({ id: "more", body })).statusCode).toBe(201);
});
