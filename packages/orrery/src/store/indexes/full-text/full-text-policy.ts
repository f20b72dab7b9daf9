/** What of a container's texts is searched, and in which language. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { DEFAULT_LANGUAGE, LANGUAGE_NUMBERS } from "../../../value/full-text/text-languages.ts";
import { shownValue } from "../../../value/shown-value.ts";
import { badPolicy, listOf, objectOf } from "../policy-input.ts";
import { parsePolicyPath } from "../policy-path.ts";

const LANGUAGE_NAMES: ReadonlySet<string> = new Set([
  ...LANGUAGE_NUMBERS.keys(),
  ...LANGUAGE_NUMBERS.values(),
]);

export function checkFullTextPolicy(value: Json): Json {
  const { defaultLanguage = DEFAULT_LANGUAGE, fullTextPaths = [] } = objectOf(value, "fullTextPolicy");
  checkLanguage(defaultLanguage);
  const paths = listOf(fullTextPaths, "fullTextPaths");
  for (const item of paths) {
    const { path, language } = objectOf(item, "fullTextPaths");
    if (parsePolicyPath(path) === undefined) {
      throw badPolicy(
        `The Full Text Policy contains an invalid Path: ${shownValue(path)}. Begin it with '/', for example '/abstract'.`,
      );
    }
    if (language !== undefined) checkLanguage(language);
  }
  return { defaultLanguage, fullTextPaths: paths as Json };
}

function checkLanguage(language: Json): void {
  if (typeof language === "string" && LANGUAGE_NAMES.has(language)) return;
  throw badPolicy(
    `The Full Text Policy contains an unsupported language ${JSON.stringify(language)}. Supported are ${[...LANGUAGE_NUMBERS.keys()].join(", ")}.`,
  );
}

/** Clients may index a path before the policy names it. */
export function checkFullTextIndexes({ fullTextIndexes }: JsonObject): void {
  for (const { path } of (fullTextIndexes ?? []) as JsonObject[]) {
    if (parsePolicyPath(path) !== undefined) continue;
    throw badPolicy(
      `The Full Text Index contains an invalid Path: ${shownValue(path)}. Begin it with '/', for example '/abstract'.`,
    );
  }
}
