import { describe, expect, it } from "vitest";
import { CheaperWay } from "./cheaper-way.ts";

describe("CheaperWay", () => {
  it("guesses by the number of keys and partitions", () => {
    expect(new CheaperWay().choose("q", 400, 5)).toBe("cross-partition");
    expect(new CheaperWay().choose("q", 4, 25)).toBe("fan-out");
  });

  it("tries the other way when it could be cheaper, then keeps to the cheaper one", () => {
    const way = new CheaperWay();
    way.record("q", "cross-partition", 500);
    expect(way.choose("q", 100, 5)).toBe("fan-out");
    way.record("q", "fan-out", 300);
    expect(way.choose("q", 100, 5)).toBe("fan-out");
    way.record("q", "fan-out", 3000);
    expect(way.choose("q", 100, 5)).toBe("cross-partition");
    expect(way.measured("q")).toEqual({ "cross-partition": 500, "fan-out": 300 + 2700 * 0.3 });
  });

  it("does not try a way that can't be cheaper", () => {
    const way = new CheaperWay();
    way.record("q", "cross-partition", 20);
    expect(way.choose("q", 400, 5)).toBe("cross-partition");
  });

  it("measures the dearer way again now and then", () => {
    const way = new CheaperWay();
    way.record("q", "cross-partition", 10);
    way.record("q", "fan-out", 20);
    const chosen = Array.from({ length: 100 }, () => way.choose("q", 10, 5));
    expect(chosen.filter((mode) => mode === "fan-out")).toHaveLength(2);
  });
});
