import { expect, test } from "vitest";
import { newContainer, openEngine, plain } from "../engine.fixture.ts";
import { checkSession } from "./request-terms.ts";

test("a range asks for what the client saw of it, or else of its nearest ancestor", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  await engine.items.create(container.definition.names, { id: "1", pk: "a" }, plain);
  await engine.topology.split(container, "0", "midpoint");
  await engine.topology.split(container, "1", "midpoint");
  const child = container.partitions.map.byId("3");
  expect(child.state.parents).toEqual([0, 1]);
  const { lsn } = child.store.summary;
  const check = (...seen: (readonly [string, number])[]) =>
    checkSession(child, { ...plain.terms, session: new Map(seen) });
  const unavailable = expect.objectContaining({ code: "sessionNotAvailable" });

  expect(() => check()).not.toThrow();
  expect(() => check(["0", lsn])).not.toThrow();
  expect(() => check(["0", lsn + 1])).toThrow(unavailable);
  expect(() => check(["0", lsn + 1], ["1", lsn])).not.toThrow();
  expect(() => check(["1", lsn + 1], ["3", lsn])).not.toThrow();
  expect(() => check(["3", lsn + 1])).toThrow(unavailable);
  expect(() => check(["2", lsn + 1])).not.toThrow();
  await engine.close();
});
