import { expect, test } from "vitest";
import { checkFullTextIndexes, checkFullTextPolicy } from "./full-text-policy.ts";

test.each([
  ["the default language alone", { defaultLanguage: "de-DE" }],
  ["a path without a language", { fullTextPaths: [{ path: "/text" }] }],
  ["a language by its number", { fullTextPaths: [{ path: "/text", language: "1033" }] }],
])("%s is accepted", (_, policy) => {
  expect(checkFullTextPolicy(policy)).toMatchObject(policy);
});

test.each([
  ["a path without a slash", { fullTextPaths: [{ path: "text" }] }, /invalid Path: text/],
  ["no path", { fullTextPaths: [{ language: "en-US" }] }, /invalid Path/],
  ["an unknown default language", { defaultLanguage: "eng-ENG" }, /unsupported language "eng-ENG"/],
  ["an unknown language of a path", { fullTextPaths: [{ path: "/a", language: "xx" }] }, /"xx"/],
  ["a language that is no text", { defaultLanguage: 1033 }, /unsupported language 1033/],
  ["paths that are no list", { fullTextPaths: {} }, /inputs is invalid: 'fullTextPaths' must be an array/],
])("%s is refused", (_, policy, message) => {
  expect(() => checkFullTextPolicy(policy)).toThrow(message);
});

test("an index names a path, whether the policy does or not", () => {
  expect(() => checkFullTextIndexes({ fullTextIndexes: [{ path: "/text" }] })).not.toThrow();
  expect(() => checkFullTextIndexes({ fullTextIndexes: [{ path: "text" }] })).toThrow(/invalid Path: text/);
  expect(() => checkFullTextIndexes({ fullTextIndexes: [{ other: "/text" }] })).toThrow(/invalid Path/);
});
