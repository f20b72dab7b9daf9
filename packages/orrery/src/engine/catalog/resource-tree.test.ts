import { expect, test } from "vitest";
import { failureOf, newContainer, openEngine } from "../engine.fixture.ts";

test("nothing is created below what was deleted since it was found", async () => {
  const engine = await openEngine();
  const { resource: container } = (await newContainer(engine)).definition;
  const database = engine.tree.find("database", "", "db");
  const body = { id: "new", partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } };
  // Its owner is found before the deletion, and it is put after it.
  const creating = failureOf(engine.containers.create("db", body, { knowsPartitionKeys: true }));
  await engine.databases.delete("db");
  const failures = await Promise.all([
    failureOf(engine.tree.create("user", database, { id: "u" })),
    failureOf(engine.tree.create("storedProcedure", container, { id: "s", body: "function () {}" })),
    creating,
  ]);
  expect(failures.map(({ code }) => code)).toEqual(["ownerNotFound", "ownerNotFound", "ownerNotFound"]);
  expect(engine.tree.catalog.list("user", database.rid)).toEqual([]);
});

test("of two upserts of the same new resource, one creates and the other replaces", async () => {
  const engine = await openEngine();
  await newContainer(engine);
  const owner = { database: "db", container: "c" };
  const script = (n: number) => ({ id: "s", body: `function () { return ${n}; }` });
  const answers = await Promise.all(
    [1, 2].map((n) => engine.resources.upsert("storedProcedure", owner, script(n))),
  );
  expect(answers.map(({ isNew }) => isNew)).toEqual([true, false]);
  expect(answers[1]!.resource.rid).toBe(answers[0]!.resource.rid);
  const { resource } = await engine.resources.read("storedProcedure", owner, "s");
  expect(resource.body).toEqual(answers[1]!.resource.body);
});

test("an upsert creates what was deleted since it was found", async () => {
  const engine = await openEngine();
  await newContainer(engine);
  const owner = { database: "db" };
  await engine.resources.create("user", owner, { id: "u" });
  const [, answer] = await Promise.all([
    engine.resources.delete("user", owner, "u"),
    engine.resources.upsert("user", owner, { id: "u" }),
  ]);
  expect(answer.isNew).toBe(true);
});
