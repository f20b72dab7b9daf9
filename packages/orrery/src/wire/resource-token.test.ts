import { expect, test } from "vitest";
import {
  parseResourceClaim,
  parseResourceToken,
  writeResourceClaim,
  writeResourceToken,
} from "./resource-token.ts";

test("a token comes back as it was written", () => {
  const claim = writeResourceClaim({ permissionRid: "p==", expiresAtSeconds: 12 });
  const token = parseResourceToken(writeResourceToken({ signature: "s-_", claim }));
  expect(token).toEqual({ signature: "s-_", claim });
  expect(parseResourceClaim(token!.claim)).toEqual({ permissionRid: "p==", expiresAtSeconds: 12 });
});

test.each([
  "",
  "type=master&ver=1.0&sig=a;b;",
  "type=resource&ver=1.0&sig=a;",
  "type=resource&ver=1.0&sig=a;b",
])("%j is none", (text) => {
  expect(parseResourceToken(text)).toBeUndefined();
});
