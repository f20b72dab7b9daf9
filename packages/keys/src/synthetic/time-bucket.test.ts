import { describe, expect, it } from "vitest";
import { bucketText, day, hour, month } from "./time-bucket.ts";

describe("bucketText", () => {
  it.each<[unknown, string]>([
    ["2018-08-09", "2018-08-09T00"],
    ["2018-08-09T14:05:06Z", "2018-08-09T14"],
    ["2018-08-09T14:05:06", "2018-08-09T14"],
    ["2018-08-09 14:05", "2018-08-09T14"],
    ["2018-08-09T14:05:06.1234567Z", "2018-08-09T14"],
    ["2018-08-09T23:30:00-02:00", "2018-08-10T01"],
    ["2018-08-09T00:30:00+0100", "2018-08-08T23"],
    ["2016-02-29", "2016-02-29T00"],
    ["0001-01-01", "0001-01-01T00"],
    [1533823506789, "2018-08-09T14"],
    [new Date("2018-08-09T14:05:06Z"), "2018-08-09T14"],
  ])("%s", (value, expected) => {
    expect(bucketText(value, "hour", "ms")).toBe(expected);
    expect(bucketText(value, "day", "ms")).toBe(expected.slice(0, 10));
    expect(bucketText(value, "month", "ms")).toBe(expected.slice(0, 7));
  });

  it("is there of a Date at once, for whoever reads", () => {
    const date = new Date("2018-08-09T23:30:00-02:00");
    expect([month(date), day(date), hour(date)]).toEqual(["2018-08", "2018-08-10", "2018-08-10T01"]);
    expect(() => day(new Date(Number.NaN))).toThrow("no Date");
  });

  it("counts seconds when told so", () => {
    expect(bucketText(1533823506, "hour", "s")).toBe("2018-08-09T14");
  });

  it.each([
    "yesterday",
    "2018-8-9",
    "2018-02-30",
    "2018-13-01",
    "2018-08-09T24:00Z",
    "",
    null,
    true,
    {},
    Number.NaN,
    1e20,
    new Date(Number.NaN),
  ])("refuses %j", (value) => {
    expect(bucketText(value, "day", "ms")).toBeUndefined();
  });
});

describe("month, day, hour", () => {
  it("are plain data", () => {
    expect(month("/at")).toEqual({ path: "/at", bucket: "month" });
    expect(day("/at", "s")).toEqual({ path: "/at", bucket: "day", unit: "s" });
    expect(hour("/at", "ms")).toEqual({ path: "/at", bucket: "hour", unit: "ms" });
  });
});
