import { expect, test } from "vitest";
import { failureOf, newContainer, openEngine } from "../engine.fixture.ts";

test("nothing is created below what was deleted since it was found", async () => {
  const engine = await openEngine();
  const { resource: container } = await newContainer(engine);
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
