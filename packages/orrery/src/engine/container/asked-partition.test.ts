import { beforeAll, expect, test } from "vitest";
import type { Resource } from "../catalog/catalog.ts";
import { newContainer, openEngine } from "../engine.fixture.ts";
import { type AskedPart, askedPartition, partitionSpaces } from "./asked-partition.ts";
import type { Container } from "./container.ts";

let container: Container;
let resource: Resource;

beforeAll(async () => {
  const engine = await openEngine();
  container = await newContainer(engine, {
    partitionKey: { paths: ["/a", "/b"], kind: "MultiHash", version: 2 },
  });
  await engine.topology.shareOut(container, 4);
  ({ resource } = container.definition);
});

const asked = (part: AskedPart) => askedPartition(resource, () => part);

test("partitions are in the order of their ranges", () => {
  expect(partitionSpaces(resource)).toEqual(container.partitions.all.map(({ state }) => state.space));
});

test("a request is about the partition that holds its key, or that it names", () => {
  for (let i = 0; i < 50; i++) {
    const key = [`a${i}`, i];
    const { space } = container.partitions.map.at(
      container.definition.partitionKey.epk(container.definition.partitionKey.checkFull(key)),
    ).state;
    expect(asked({ key })).toBe(space);
  }
  for (const { id, min, state } of container.partitions.all) {
    expect(asked({ rangeId: id })).toBe(state.space);
    expect(asked({ epk: min })).toBe(state.space);
  }
});

test.each([
  ["nothing", {}],
  ["a range that is gone", { rangeId: "99" }],
  ["a key that has too many parts", { key: ["a", 1, 2] }],
] as const)("one that names %s goes to the first", (_, part) => {
  expect(asked(part)).toBe(partitionSpaces(resource)[0]);
});

test("the first part of a key leads to where it begins", () => {
  const full = asked({ key: ["a", "b"] });
  const spaces = partitionSpaces(resource);
  expect(spaces.indexOf(asked({ key: ["a"] }))).toBeLessThanOrEqual(spaces.indexOf(full));
});
