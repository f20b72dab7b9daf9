import { expect, test } from "vitest";
import { Failure } from "../../value/failure.ts";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import { REFUSAL_LINES_PER_MINUTE_MAX, RefusalLog } from "./refusal-log.ts";

const REFUSED = new Failure("unauthorized", "The key is wrong. Server used the following payload: 'x'");

function logAt(start: number) {
  const clock = { nowMs: start };
  const lines: string[] = [];
  const log = new RefusalLog({ nowMs: () => clock.nowMs, write: (line) => lines.push(line) });
  return { clock, lines, log };
}

test("a line says who asked for what and why it was refused, in quotes", () => {
  const { lines, log } = logAt(0);
  const request = testRequest({ target: `/dbs/a\n"b"${"x".repeat(500)}`, clientAddress: "10.0.0.7" });
  log.note(request, REFUSED, "activity");
  expect(lines).toEqual([
    `GET "/dbs/a\\n\\"b\\"${"x".repeat(190)}" from 10.0.0.7 was refused with 401 (activity): "The key is wrong"`,
  ]);
});

test("a flood of refusals is counted past so many lines in a minute", () => {
  const { clock, lines, log } = logAt(0);
  const request = testRequest({});
  for (let i = 0; i < REFUSAL_LINES_PER_MINUTE_MAX + 25; i++) log.note(request, REFUSED, "activity");
  expect(lines).toHaveLength(REFUSAL_LINES_PER_MINUTE_MAX);
  clock.nowMs = 60_000;
  log.note(request, REFUSED, "activity");
  expect(lines.at(-2)).toBe("25 more requests were refused with 401 in that minute.");
  expect(lines).toHaveLength(REFUSAL_LINES_PER_MINUTE_MAX + 2);
});
