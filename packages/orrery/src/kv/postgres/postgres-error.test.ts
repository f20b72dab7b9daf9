import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { isPassing, isRefusal, toKeyValueError } from "./postgres-error.ts";

function reported(code: string): DatabaseError {
  const error = new DatabaseError("words of the server", 0, "error");
  error.code = code;
  return error;
}

test.each([
  ["40001", { isRefusal: true, isPassing: true, code: "unavailable" }],
  ["40P01", { isRefusal: true, isPassing: true, code: "unavailable" }],
  ["53100", { isRefusal: true, isPassing: false, code: "full" }],
  ["53300", { isRefusal: true, isPassing: false, code: "unavailable" }],
  ["25006", { isRefusal: true, isPassing: false, code: "unavailable" }],
  ["XX001", { isRefusal: true, isPassing: false, code: "corrupt" }],
  // The server is going: it may have done what it was told.
  ["57P01", { isRefusal: false, isPassing: false, code: "unavailable" }],
  ["57P02", { isRefusal: false, isPassing: false, code: "unavailable" }],
  ["08006", { isRefusal: false, isPassing: false, code: "unavailable" }],
])("%s of the server", (code, expected) => {
  const error = reported(code);
  expect({
    isRefusal: isRefusal(error),
    isPassing: isPassing(error),
    code: toKeyValueError(error, "The database d at h:1").code,
  }).toEqual(expected);
});

test("what the driver says is not the server's word", () => {
  const error = new Error("Connection terminated unexpectedly");
  expect(isRefusal(error)).toBe(false);
  expect(toKeyValueError(error, "The database d at h:1").message).toBe(
    "The database d at h:1 cannot be used now: Connection terminated unexpectedly.",
  );
  const several = new AggregateError([new Error("refused by ::1"), new Error("refused by 127.0.0.1")]);
  expect(toKeyValueError(several, "The database d at h:1").message).toContain(
    "refused by ::1, refused by 127.0.0.1.",
  );
});
