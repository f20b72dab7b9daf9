import { parseEpk } from "@orrerydb/keys/hash";
import { expect, test } from "vitest";
import { failureOf, newContainer, openEngine } from "../engine.fixture.ts";

const version = (number: 1 | 2) => ({ partitionKey: { paths: ["/pk"], kind: "Hash", version: number } });

test.each([
  [2, ["", "FF", "00", "40", "AA", "20".repeat(17)]],
  [1, ["", "FF", "04", "0580", "05C1F0", "40"]],
] as const)(
  "a container of version %i is not split where one half could hold nothing",
  async (number, epks) => {
    const engine = await openEngine();
    const container = await newContainer(engine, version(number));
    for (const epk of epks) {
      const failure = await failureOf(engine.topology.split(container, "0", { epk: parseEpk(epk) }));
      expect([epk, failure.code]).toEqual([epk, "badRequest"]);
    }
    expect(container.partitions.all).toHaveLength(1);
  },
);

test.each([
  [2, "3f"],
  [2, "20".repeat(16)],
  [1, "05C1DFFFFFFFFC"],
  [1, "05C1EF"],
] as const)("a container of version %i is split at %s", async (number, epk) => {
  const engine = await openEngine();
  const container = await newContainer(engine, version(number));
  await engine.topology.split(container, "0", { epk: parseEpk(epk) });
  expect(container.partitions.all[0]!.state.max).toBe(epk.toUpperCase());
});

test("a hierarchical key is split at the end of a prefix", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {
    partitionKey: { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 },
  });
  await engine.topology.split(container, "0", { epk: parseEpk(`${"20".repeat(16)}FF`) });
  expect(container.partitions.all).toHaveLength(2);
});
