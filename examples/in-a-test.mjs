// A database for each test, in the test's own process: no port to choose, no file to delete, no waiting.
// Prints the report of node:test; the same lines work in Vitest, Jest or Mocha.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { startOrrery } from "orrerydb";

/** The code under test: it takes a Container, and does not know where it comes from. */
async function addVisit(container, user) {
  const { resource } = await container.item(user, user).read();
  const visits = (resource?.visits ?? 0) + 1;
  await container.items.upsert({ id: user, visits });
  return visits;
}

let orrery;
let container;
beforeEach(async () => {
  orrery = await startOrrery();
  const { database } = await orrery.client().databases.create({ id: "test" });
  ({ container } = await database.containers.create({ id: "users", partitionKey: "/id" }));
});
afterEach(() => orrery.stop());

test("the first visit is counted", async () => {
  assert.equal(await addVisit(container, "ada"), 1);
});

test("visits add up, and other tests are not noticed", async () => {
  await addVisit(container, "ada");
  assert.equal(await addVisit(container, "ada"), 2);
  assert.equal(await addVisit(container, "grace"), 1);
});
