import { expect, test } from "vitest";
import { newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import { createOne } from "../items/items.ts";
import { sweepEngine } from "./sweep.ts";

test("a container that cannot be swept holds up no other", async () => {
  const clock = new TestClock();
  const engine = await openEngine(undefined, clock);
  const container = await newContainer(engine, { defaultTtl: 5 });
  await createOne(container, { id: "0", pk: "x" }, plain);
  clock.advanceSeconds(60);
  const broken = { ...container.definition.resource, id: "broken", rid: "broken" };
  const report = await sweepEngine({
    environment: engine.environment,
    containersToSweep: () => [broken, container.definition.resource],
    containerOf: (resource) => {
      if (resource === broken) throw new Error("cannot be opened");
      return engine.containerOf(resource);
    },
    maintainIndexes: () => {},
  });
  expect(report.expired).toBe(1);
});
