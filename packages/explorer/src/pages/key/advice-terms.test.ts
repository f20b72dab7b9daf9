import { expect, test } from "vitest";
import { adviceBody, exampleWorkload, withoutFlags } from "./advice-terms.ts";

const NOTHING = { traffic: "none", workload: "", scale: {} } as const;

test("only what was filled in is sent", () => {
  expect(adviceBody(NOTHING)).toEqual({});
  const scale = { itemsPerDay: "2,000,000", peakFactor: " 3 ", budget: "" };
  expect(adviceBody({ ...NOTHING, traffic: "recorded", workload: "ignored", scale })).toEqual({
    traffic: "recording",
    scale: { itemsPerDay: 2_000_000, peakFactor: 3 },
  });
});

test("what cannot be is said before anything is sent", () => {
  expect(adviceBody({ ...NOTHING, scale: { retentionDays: "-1" } })).toMatch(/Kept for days/);
  expect(adviceBody({ ...NOTHING, traffic: "declared" })).toMatch(/at least one operation/);
});

test("the example asks for the key as it lies in the items", () => {
  expect(exampleWorkload(["/owner/id"])).toContain("WHERE c.owner.id = @id");
});

test("flags of the command are left out", () => {
  expect(withoutFlags("No traffic was given (--traffic, --workload): only writes.")).toBe(
    "No traffic was given: only writes.",
  );
});
