import { expect, test } from "vitest";
import { decodeContinuation, encodeContinuation, isOwnContinuation } from "./continuation.ts";

test("a token is read as it was written", () => {
  const token = encodeContinuation('{"p":1}', 25);
  expect(decodeContinuation(token)).toEqual({ position: '{"p":1}', carriedMicros: 25 });
  expect(isOwnContinuation(token)).toBe(true);
});

test.each([
  undefined,
  "",
  "-RID:~AbCdEfGhIjKlMnOpQrStUv==#RT:1#TRC:2#ISV:2#IEO:65567#QCF:8",
  "+RID:~AbCdEfGhIjKlMnOpQrStUv==#RT:3#TRC:50",
])("with %j a query begins anew", (token) => {
  expect(decodeContinuation(token)).toEqual({ carriedMicros: 0 });
  if (token) expect(isOwnContinuation(token)).toBe(false);
});

test.each(["x", "{}", "null", '{"carried":"1","at":1}', "RID:~AbCd==#RT:1#TRC:2", "-RID:~AbCd=="])(
  "%j is refused",
  (token) => {
    expect(() => decodeContinuation(token)).toThrow(/Invalid Continuation Token/);
  },
);
