import { expect, test } from "vitest";
import { parseEmulatorToken } from "./emulator-token.ts";

const encoded = (text: string) => Buffer.from(text).toString("base64url");
const token = (claims: string, signature = encoded("a2V5")) =>
  `${encoded('{"alg":"RS256"}')}.${encoded(claims)}.${signature}`;

test("the signature part is the key, and the claims say how long it holds", () => {
  expect(parseEmulatorToken(token('{"nbf":100,"exp":200}'))).toEqual({
    keyText: "a2V5",
    notBeforeSeconds: 100,
    expiresAtSeconds: 200,
  });
  expect(parseEmulatorToken(token('{"exp":200}'))?.notBeforeSeconds).toBe(0);
});

test.each([
  "",
  "a.b",
  "a.b.c.d",
  token("not JSON"),
  token("null"),
  token("{}"),
  token('{"exp":"200"}'),
  token('{"exp":200,"nbf":null}'),
])("%j is none", (text) => {
  expect(parseEmulatorToken(text)).toBeUndefined();
});
