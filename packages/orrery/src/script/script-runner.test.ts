import type { Json, JsonObject } from "@orrerydb/exact-json";
import { afterAll, describe, expect, it } from "vitest";
import { ALT_LINK, FakeHost, SELF_LINK, SURE_ENVIRONMENT } from "./fake-host.fixture.ts";
import { ScriptError } from "./script-error.ts";
import { ScriptRunner, type TriggerOptions } from "./script-runner.ts";
import { generatedIds } from "./threads/generated-ids.ts";

const runner = new ScriptRunner({ threads: 2, environment: SURE_ENVIRONMENT });
afterAll(() => runner.close());

const links = { selfLink: SELF_LINK, altLink: ALT_LINK };

/** Runs the body of a procedure; `done(value)` inside it sets the response. */
async function run(code: string, host = new FakeHost(), parameters: Json[] = []): Promise<unknown> {
  const body = `function (...args) {
    const collection = getContext().getCollection(), self = collection.getSelfLink(), alt = collection.getAltLink();
    const done = (value) => getContext().getResponse().setBody(value);
    ${code}
  }`;
  return (await runner.runStoredProcedure({ ...links, body, parameters, host })).body;
}

async function failureOf(promise: Promise<unknown>): Promise<ScriptError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ScriptError);
  return error as ScriptError;
}

const people = [
  { id: "ann", age: 41, tags: ["x", "y"], pets: [{ name: "Rex" }] },
  { id: "bob", age: 17, tags: ["y"], pets: [] },
  { id: "cid", age: 29, tags: [], pets: [{ name: "Kit" }, { name: "Tom" }] },
];

describe("stored procedures", () => {
  it("get parameters and answer a body", async () => {
    expect(await run("done(args[0].a + args[1])", new FakeHost(), [{ a: 1 }, 41])).toBe(42);
    expect(await run("done({ n: null, list: [1, 'é\\u0000'] })")).toEqual({ n: null, list: [1, "é\0"] });
    expect(await run("")).toBe("");
  });

  it.each([
    ["function (x) { getContext().getResponse().setBody(x) };\n"],
    ["// a comment\nfunction named(x) { getContext().getResponse().setBody(x) } // another"],
    ["x => __.response.setBody(x)"],
    ["async (x) => { await null; __.response.setBody(x) }"],
  ])("may be written as %j", async (body) => {
    const result = await runner.runStoredProcedure({ ...links, body, parameters: [7], host: new FakeHost() });
    expect(result.body).toBe(7);
  });

  it("append to the response as text, and read it back", async () => {
    expect(await run("for (let i = 0; i < 10; i++) __.response.appendValue('Body', i)")).toBe("0123456789");
    expect(
      await run("for (let i = 0; i < 1000; i++) { done(i); if (__.response.getBody() !== i) throw i }"),
    ).toBe(999);
  });

  it("see their own request", async () => {
    expect(await run("done(__.request.getBody())", new FakeHost(), ["a"])).toEqual(["a"]);
    expect(await run("done(getContext().getRequest().getOperationType())")).toBe("ExecuteJavaScript");
    expect(await run("done(typeof __.request.setBody)")).toBe("undefined");
    expect(await run("try { __.response.setValue('x-ms-new', 1) } catch (e) { done(e.number) }")).toBe(400);
  });

  it("log only when asked to", async () => {
    const body = "function () { console.log('The value of %s is %s.', 'x', 1); console.log('!') }";
    const options = { ...links, body, parameters: [], host: new FakeHost() };
    expect((await runner.runStoredProcedure({ ...options, enableLogging: true })).log).toBe(
      "The value of x is 1.!",
    );
    expect((await runner.runStoredProcedure(options)).log).toBe("");
  });

  it("log all that they are given, in the places of %s or behind", async () => {
    const body = `function () { console.log("n is", 5, true); console.log("|%s of %s|", "one"); console.log(1, null, "x") }`;
    const options = { ...links, body, parameters: [], host: new FakeHost(), enableLogging: true };
    expect((await runner.runStoredProcedure(options)).log).toBe("n is 5 true|one of %s|1 null x");
  });

  it("see the time that they are given, which goes as fast as the real one", async () => {
    const startMs = Date.parse("2001-02-03T04:05:06Z");
    const past = new ScriptRunner({ threads: 1, environment: { now: () => startMs, random: () => 0 } });
    const look = `() => {
      const seen = [Date.now(), new Date().getTime(), Date.parse(Date()), new (class extends Date {})().getTime()];
      while (Date.now() < seen[0] + 20);
      const kinds = [new Date() instanceof Date, new Date().constructor === Date, new Date(5).getTime(), Date.UTC(1970)];
      __.response.setBody({ seen, kinds, spentMs: Date.now() - seen[0] });
    }`;
    const { body } = await past.runStoredProcedure({
      ...links,
      body: look,
      parameters: [],
      host: new FakeHost(),
    });
    await past.close();
    const { seen, kinds, spentMs } = body as { seen: number[]; kinds: unknown[]; spentMs: number };
    for (const ms of seen) expect(Math.abs(ms - startMs)).toBeLessThan(2_000);
    expect(seen[0]).toBeGreaterThanOrEqual(startMs);
    expect(kinds).toEqual([true, true, 5, 0]);
    expect(spentMs).toBeGreaterThanOrEqual(20);
  });

  it("generate the same ids from the same chance, and different ones from another", async () => {
    const create = "collection.createDocument(self, {}, (e, item) => done(item.id))";
    const id = await run(create);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await run(create)).toBe(id);
    expect(generatedIds("0".repeat(32))()).not.toBe(generatedIds("1".repeat(32))());
    const ids = generatedIds("0".repeat(32));
    expect(ids()).not.toBe(ids());
  });

  it("draw random numbers from the seed they are given", async () => {
    const draw = "done([Math.random(), Math.random()])";
    const first = (await run(draw)) as number[];
    expect(await run(draw)).toEqual(first);
    expect(first.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(first[0]).not.toBe(first[1]);
  });

  it("have no globals but the language and the API", async () => {
    const names = [
      "process",
      "require",
      "module",
      "globalThis.setTimeout",
      "fetch",
      "WebAssembly",
      "Buffer",
      "std",
      "os",
    ];
    expect(await run(`done([${names.map((name) => `typeof ${name}`).join()}])`)).toEqual(
      names.map(() => "undefined"),
    );
  });
});

describe("documents", () => {
  it("are created, with an id where none is given", async () => {
    const host = new FakeHost();
    await run(
      "collection.createDocument(self, { id: 'a', v: 1 }); collection.createDocument(alt, '{\"v\":2}')",
      host,
    );
    expect(host.items.get("a")).toMatchObject({ v: 1 });
    expect([...host.items.keys()][1]).toMatch(/^[0-9a-f-]{36}$/);
    const bare = "collection.createDocument(self, { v: 3 }, { disableAutomaticIdGeneration: true })";
    await run(bare, host);
    expect(host.operations.at(-1)).toEqual({ kind: "create", body: { v: 3 }, indexing: "default" });
  });

  it("are read by name, by self link, and conditionally", async () => {
    const host = new FakeHost(people);
    expect(await run("collection.readDocument(alt + '/docs/bob', (e, doc) => done(doc.age))", host)).toBe(17);
    expect(
      await run("collection.readDocument(self + 'docs/rid3/', {}, (e, doc) => done(doc.id))", host),
    ).toBe("cid");
    const etag = JSON.stringify(host.items.get("ann")?._etag);
    const read = `collection.readDocument(alt + '/docs/ann', { ifNoneMatch: ${etag} },
      (e, doc, options) => done([typeof doc, options.notModified]))`;
    expect(await run(read, host)).toEqual(["undefined", true]);
  });

  it("are replaced, upserted and deleted, with ETags", async () => {
    const host = new FakeHost(people);
    await run(
      `collection.readDocument(alt + '/docs/ann', (e, doc) => {
        doc.age++;
        collection.replaceDocument(doc._self, doc, { etag: doc._etag });
      });
      collection.upsertDocument(self, { id: 'bob', age: 18 }, { indexAction: 'exclude' });
      collection.deleteDocument(alt + '/docs/cid', {}, (e, options) => done(options.statusCode));`,
      host,
    );
    expect(host.items.get("ann")).toMatchObject({ age: 42 });
    expect(host.items.get("bob")).toMatchObject({ age: 18 });
    expect(host.items.has("cid")).toBe(false);
    const stale =
      "collection.deleteDocument(alt + '/docs/ann', { etag: '\"0\"' }, (e) => done([e.number, e.message]))";
    expect(await run(stale, host)).toEqual([412, "The item has changed."]);
  });

  it("are queried with parameters, pages and continuations", async () => {
    const host = new FakeHost(people);
    const spec = "{ query: 'SELECT * FROM c WHERE c.id = @id', parameters: [{ name: '@id', value: 'bob' }] }";
    expect(await run(`collection.queryDocuments(self, ${spec}, (e, docs) => done(docs.length))`, host)).toBe(
      1,
    );
    expect(host.operations[0]).toEqual({
      kind: "query",
      query: "SELECT * FROM c WHERE c.id = @id",
      parameters: [{ name: "@id", value: "bob" }],
      pageSize: 100,
    });
    const paged = `const seen = [];
      (function next(continuation) {
        collection.queryDocuments(self, 'SELECT * FROM c', { pageSize: 2, continuation },
          (e, docs, options) => {
            seen.push(docs.map((doc) => doc.id).join());
            if (options.continuation) next(options.continuation); else done(seen);
          });
      })();`;
    expect(await run(paged, host)).toEqual(["ann,bob", "cid"]);
    expect(host.operations.at(-1)).toMatchObject({ continuation: "2" });
    expect(
      await run("collection.readDocuments(alt, { pageSize: -1 }, (e, docs) => done(docs.length))", host),
    ).toBe(3);
  });

  it("come back in the order in which they were asked for", async () => {
    const order = `const seen = [];
      collection.createDocument(self, { id: '1' }, () => { seen.push(1); collection.readDocument(alt + '/docs/1', () => { seen.push(3); done(seen) }) });
      collection.createDocument(self, { id: '2' }, () => seen.push(2));
      seen.push(0);`;
    expect(await run(order)).toEqual([0, 1, 2, 3]);
  });

  it("report failures to the callback", async () => {
    const host = new FakeHost(people);
    const missing =
      "collection.readDocument(alt + '/docs/none', (e, doc) => done([e.number, e.body, e instanceof Error]))";
    expect(await run(missing, host)).toEqual([404, "There is no such item.", true]);
    expect(
      await run(
        "collection.createDocument(self, { id: 'ann' }, (e) => done(e.number === ErrorCodes.Conflict))",
        host,
      ),
    ).toBe(true);
    expect(await run("collection.queryDocuments(self, 'BROKEN', (e) => done(e.message))", host)).toMatch(
      /near BROKEN/,
    );
  });

  it("end the script when a failure has no callback", async () => {
    const host = new FakeHost(people);
    const twice =
      "collection.createDocument(self, { id: 'ann' }); collection.createDocument(self, { id: 'new' });";
    expect(await failureOf(run(twice, host))).toMatchObject({ code: "thrown", number: 409 });
    expect(host.operations).toHaveLength(1);
  });

  it.each([
    ["collection.createDocument('dbs/other/colls/orders', {})", /not the link of this collection/],
    ["collection.queryDocuments(self + '/docs', 'SELECT 1')", /not the link of this collection/],
    ["collection.readDocument('dbs/shop/colls/other/docs/a')", /not the link of a document/],
    ["collection.readDocument(alt + '/docs/a/attachments/b')", /not the link of a document/],
    ["collection.deleteDocument(alt + 'x/docs/a')", /not the link of a document/],
    ["collection.createDocument(self)", /at least 2 argument/],
    ["collection.createDocument(self, null)", /must be an object/],
    ["collection.replaceDocument(alt + '/docs/a', 'no JSON')", /SyntaxError/],
    ["collection.createDocument(self, {}, 'options')", /Options must be an object/],
    ["collection.createDocument(self, {}, {}, 'callback')", /callback must be a function/],
    ["collection.queryDocuments(self, {})", /query must be a string/],
    ["collection.createDocument(self, {}, { indexAction: 'sometimes' })", /indexAction/],
    ["collection.createAttachment(alt + '/docs/a', {})", /Attachments are not supported/],
    ["collection.queryAttachments(alt + '/docs/a', 'SELECT 1')", /Attachments are not supported/],
    ["console.log", undefined],
  ])("refuse %s", async (code, message) => {
    const host = new FakeHost();
    if (message === undefined) expect(await run(code, host)).toBe("");
    else expect((await failureOf(run(code, host))).message).toMatch(message);
    expect(host.operations).toEqual([]);
  });
});

describe("the query functions", () => {
  const query = (code: string, items: JsonObject[] = people) => run(code, new FakeHost(items));
  const ids = "(e, docs) => done(docs.map((doc) => doc.id))";

  it("filter, map and pluck", async () => {
    expect(await query(`__.filter((doc) => doc.age < 30, ${ids})`)).toEqual(["bob", "cid"]);
    expect(await query("__.map((doc) => ({ a: doc.age }), (e, docs) => done(docs))")).toEqual([
      { a: 41 },
      { a: 17 },
      { a: 29 },
    ]);
    expect(await query("__.pluck('age', (e, docs) => done(docs))")).toEqual([41, 17, 29]);
  });

  it("flatten and unwind", async () => {
    const tags = "__.chain().map((doc) => [doc.tags]).flatten(SHALLOW).value((e, docs) => done(docs))";
    expect(await query(tags.replace("SHALLOW", ""))).toEqual(["x", "y", "y"]);
    expect(await query(tags.replace("SHALLOW", "true"))).toEqual([["x", "y"], ["y"], []]);
    const pairs = `__.chain().unwind((p) => p.pets, (p, pet) => p.id + ':' + pet.name).value((e, docs) => done(docs))`;
    expect(await query(pairs)).toEqual(["ann:Rex", "cid:Kit", "cid:Tom"]);
    expect(await query("__.unwind((p) => p.tags, {}, (e, docs) => done(docs))")).toEqual(["x", "y", "y"]);
  });

  it("sort, in pages", async () => {
    expect(await query(`__.sortBy((doc) => doc.age, ${ids})`)).toEqual(["bob", "cid", "ann"]);
    expect(await query(`__.sortByDescending((doc) => doc.age, ${ids})`)).toEqual(["ann", "cid", "bob"]);
    const paged = `__.sortBy((doc) => doc.age, { pageSize: 2 }, (e, first, { continuation }) =>
      __.sortBy((doc) => doc.age, { pageSize: 2, continuation }, (e, second, end) =>
        done([first.length, second[0].id, typeof end.continuation])))`;
    expect(await query(paged)).toEqual([2, "ann", "undefined"]);
  });

  it("sort values of every type in the order of queries", async () => {
    const mixed = [{}, "b", 2, null, true, false, 1, "a"].map((v, index) => ({ id: `${index}`, v }));
    const sorted = "__.chain().sortBy((doc) => doc.v).pluck('v').value((e, docs) => done(docs))";
    expect(await query(sorted, [...mixed, { id: "none" }])).toEqual([
      null,
      null,
      false,
      true,
      1,
      2,
      "a",
      "b",
      {},
    ]);
  });

  it("fill a page from several, and go on after it", async () => {
    const many = Array.from({ length: 25 }, (_, n) => ({ id: `${n}`, n }));
    const paged = `const pages = [];
      (function next(continuation) {
        __.filter((doc) => doc.n % 3 === 0, { pageSize: 4, continuation }, (e, docs, options) => {
          pages.push(docs.map((doc) => doc.n));
          if (options.continuation) next(options.continuation); else done(pages);
        });
      })();`;
    expect(await query(paged, many)).toEqual([[0, 3, 6, 9], [12, 15, 18, 21], [24]]);
  });

  it("write to the response when there is no callback", async () => {
    expect(
      await query(
        "const r = __.chain().filter((doc) => doc.age > 40).pluck('id').value(); if (!r.isAccepted) throw 1",
      ),
    ).toBe('["ann"]');
  });

  it("hand an error of the script's function to the callback", async () => {
    expect(await query("__.filter((doc) => doc.none.x, (e) => done(e instanceof TypeError))")).toBe(true);
  });

  it.each(["__.filter()", "__.pluck('')", "__.unwind()", "__.chain().filter((x) => x, { pageSize: 1 })"])(
    "refuse %s",
    async (code) => {
      expect(await failureOf(query(code))).toMatchObject({ code: "thrown", number: 400 });
    },
  );
});

describe("promises", () => {
  const helper = `const read = (id) => new Promise((resolve, reject) => {
    if (!__.readDocument(alt + '/docs/' + id, (e, doc) => e ? reject(e) : resolve(doc))) reject(new Error(429, 'full'));
  });`;

  it("carry a script through its operations", async () => {
    const code = `${helper} (async () => { done((await read('ann')).age + (await read('bob')).age) })()`;
    expect(await run(code, new FakeHost(people))).toBe(58);
  });

  it("abort the script only through the context", async () => {
    const swallowed = `${helper} read('none').catch(() => {}); done('fine')`;
    expect(await run(swallowed, new FakeHost())).toBe("fine");
    const aborted = `${helper} read('none').catch((e) => getContext().abort(e)).catch(() => {})`;
    expect(await failureOf(run(aborted, new FakeHost()))).toMatchObject({ code: "thrown", number: 404 });
  });

  it("fail the script when its own promise is rejected", async () => {
    const body = "async () => { await null; throw new Error('late') }";
    const failed = runner.runStoredProcedure({ ...links, body, parameters: [], host: new FakeHost() });
    expect((await failureOf(failed)).message).toMatch(/^Error: late/);
  });
});

describe("failures", () => {
  const fail = (body: string) =>
    failureOf(
      runner.runStoredProcedure({ ...links, body, name: "buy", parameters: [], host: new FakeHost() }),
    );

  it("carry the script's message, number and line", async () => {
    const error = await fail(
      "function () {\n  const f = () => {\n    throw new Error(403, 'not you');\n  };\n  f();\n}",
    );
    expect(error).toMatchObject({ code: "thrown", number: 403, line: 3 });
    expect(error.message).toMatch(/^Error: not you\n {4}at f \(buy\.js:3:\d+\)/);
    expect(error.message).not.toMatch(/guest/);
  });

  it("tell what was thrown, whatever it is", async () => {
    expect((await fail("() => { throw 'Unable to find player 1' }")).message).toBe("Unable to find player 1");
    expect((await fail("() => { throw { reason: 1 } }")).message).toBe('{"reason":1}');
    expect((await fail("() => { throw undefined }")).message).toBe("undefined");
    expect((await fail("() => { class E extends Error { name = 'E' } throw new E('own') }")).message).toMatch(
      /^E: own/,
    );
    expect((await fail("() => { throw { get message() { throw 1 }, toJSON() { throw 2 } } }")).message).toBe(
      "an error without text",
    );
  });

  it("name the line of a syntax error", async () => {
    expect(await fail("function () {\n  let x = ;\n}")).toMatchObject({ code: "syntax", line: 2 });
    expect(await fail("serverScript() { var x = 10; }")).toMatchObject({ code: "syntax" });
    expect(await fail("42")).toMatchObject({ code: "syntax", message: "The script is not a function." });
  });

  it("of the host end the run with the host's error", async () => {
    const host = new FakeHost();
    host.call = () => Promise.reject(new Error("disk on fire"));
    const body = "() => { __.readDocuments(__.getSelfLink(), () => {}) }";
    await expect(runner.runStoredProcedure({ ...links, body, parameters: [], host })).rejects.toThrow(
      "disk on fire",
    );
    expect(await run("done(1)")).toBe(1);
  });
});

describe("triggers", () => {
  const trigger = (type: "pre" | "post", code: string, options: Partial<TriggerOptions> = {}) =>
    runner.runTrigger({
      ...links,
      type,
      operation: "Create",
      requestBody: { id: "doc" },
      host: new FakeHost(),
      body: `function () { ${code} }`,
      ...options,
    });

  it("change the request before", async () => {
    const code = "const doc = __.request.getBody(); doc.id = doc.id.toUpperCase(); __.request.setBody(doc)";
    expect((await trigger("pre", code)).body).toEqual({ id: "DOC" });
    expect((await trigger("pre", '__.request.setBody(\'{"id":"text"}\')')).body).toEqual({ id: "text" });
    expect((await trigger("pre", "")).body).toEqual({ id: "doc" });
    expect(await failureOf(trigger("pre", "__.request.setBody([1])"))).toMatchObject({ number: 400 });
  });

  it("know the operation, and have no response before", async () => {
    const code =
      "__.request.setBody({ op: __.request.getOperationType(), r: typeof getContext().getResponse })";
    expect((await trigger("pre", code, { operation: "Upsert" })).body).toEqual({
      op: "Upsert",
      r: "undefined",
    });
    expect(await failureOf(trigger("pre", "__.filter(() => true)"))).toMatchObject({ number: 400 });
    const body = await trigger("pre", "if (__.request.getBody() !== undefined) throw 1", {
      operation: "Delete",
      requestBody: undefined,
    });
    expect(body.body).toBeUndefined();
  });

  it("change the response after, and not the request", async () => {
    const responseBody = { id: "doc", _etag: "1" };
    const code =
      "const doc = __.response.getBody(); doc.seen = __.request.getBody().id; __.response.setBody(doc)";
    expect((await trigger("post", code, { responseBody })).body).toEqual({ ...responseBody, seen: "doc" });
    expect(await failureOf(trigger("post", "__.request.setValue('Body', 1)"))).toMatchObject({
      code: "thrown",
    });
  });

  it("use the collection", async () => {
    const host = new FakeHost([{ id: "_metadata", created: 4 }]);
    const code = `__.readDocument(__.getAltLink() + '/docs/_metadata', (e, meta) => {
      meta.created++;
      __.replaceDocument(meta._self, meta);
    })`;
    await trigger("post", code, { host, responseBody: { id: "doc" } });
    expect(host.items.get("_metadata")).toMatchObject({ created: 5 });
  });
});
