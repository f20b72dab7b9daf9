import { expect, test } from "vitest";
import { failureOf, newContainer, openEngine } from "../engine-fixture.ts";

test("nothing is created below what was deleted since it was found", async () => {
  const engine = await openEngine();
  const { resource: container } = await newContainer(engine);
  const database = engine.database("db");
  await engine.deleteDatabase(database);
  const body = { id: "new", partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } };
  const failures = await Promise.all([
    failureOf(engine.tree.create("user", database, { id: "u" })),
    failureOf(engine.tree.create("storedProcedure", container, { id: "s", body: "function () {}" })),
    failureOf(engine.createContainer(database, body, { knowsPartitionKeys: true })),
  ]);
  expect(failures.map(({ code }) => code)).toEqual(["ownerNotFound", "ownerNotFound", "ownerNotFound"]);
  expect(engine.tree.catalog.list("user", database.rid)).toEqual([]);
});
