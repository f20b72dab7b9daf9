import { beforeAll, expect, test } from "vitest";
import { type Advice, advise } from "../index.ts";
import { adviceIn, htmlReport } from "./html-report.ts";
import { textReport } from "./text-report.ts";

let advice: Advice;
beforeAll(async () => {
  const items = Array.from({ length: 300 }, (_, i) => {
    const item = { id: `${i}`, device: `<b>${i % 40}`, "a & b": `${i % 60}`, on: i % 2 === 0 };
    return { item, bytes: JSON.stringify(item).length };
  });
  advice = await advise({ items, replays: 1, replaySeconds: 5, replayOperations: 50 });
});

test("the text fits 80 columns, but for what is to be copied whole", () => {
  const lines = textReport(advice).split("\n");
  expect(lines.filter((line) => [...line].length > 80 && line.includes(" ") && !line.includes("{"))).toEqual(
    [],
  );
  expect(lines.join("\n")).toContain("No traffic was given");
});

test("the page loads nothing, runs nothing, and shows names as text", () => {
  const whole = htmlReport(advice);
  const data = /<script type="application\/json" id="advice">.*?<\/script>/s;
  expect(whole).toMatch(data);
  const page = whole.replace(data, "");
  expect(page).not.toMatch(/<script|\bsrc=|https?:\/\/|url\(/);
  expect(page).not.toContain("a & b");
  expect(page).toContain("a &#38; b");
  expect(page).toContain("prefers-color-scheme:dark");
});

test("the figures can be read out of the page", () => {
  expect(adviceIn(htmlReport(advice))).toEqual(JSON.parse(JSON.stringify(advice)));
});

test("what was dropped has a reason", () => {
  expect(advice.dropped.find(({ name }) => name === "/on")?.reason).toBe("true or false: two values");
  expect(advice.dropped.every(({ reason }) => reason !== "")).toBe(true);
});
