/** What of a container's texts is searched, and in which language. */
import type { Json, JsonObject } from "../../value/json.ts";
import { badPolicy, listOf, objectOf } from "./policy-input.ts";
import { parsePolicyPath } from "./policy-path.ts";

const DEFAULT_LANGUAGE = "en-US";

/** By their tags and by the numbers that Windows gives them. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ["en-US", "1033"],
  ["de-DE", "1031"],
  ["es-ES", "3082"],
  ["fr-FR", "1036"],
  ["it-IT", "1040"],
  ["pt-BR", "1046"],
  ["pt-PT", "2070"],
]);
const LANGUAGE_NAMES: ReadonlySet<string> = new Set([...LANGUAGES.keys(), ...LANGUAGES.values()]);

export function checkFullTextPolicy(value: Json): Json {
  const { defaultLanguage = DEFAULT_LANGUAGE, fullTextPaths = [] } = objectOf(value, "fullTextPolicy");
  checkLanguage(defaultLanguage);
  const paths = listOf(fullTextPaths, "fullTextPaths");
  for (const item of paths) {
    const { path, language } = objectOf(item, "fullTextPaths");
    if (parsePolicyPath(path) === undefined) {
      throw badPolicy(
        `The Full Text Policy contains an invalid Path: ${String(path)}. Begin it with '/', for example '/abstract'.`,
      );
    }
    if (language !== undefined) checkLanguage(language);
  }
  return { defaultLanguage, fullTextPaths: paths as Json };
}

function checkLanguage(language: Json): void {
  if (typeof language === "string" && LANGUAGE_NAMES.has(language)) return;
  throw badPolicy(
    `The Full Text Policy contains an unsupported language ${JSON.stringify(language)}. Supported are ${[...LANGUAGES.keys()].join(", ")}.`,
  );
}

/** Clients may index a path before the policy names it. */
export function checkFullTextIndexes({ fullTextIndexes }: JsonObject): void {
  for (const { path } of (fullTextIndexes ?? []) as JsonObject[]) {
    if (parsePolicyPath(path) !== undefined) continue;
    throw badPolicy(
      `The Full Text Index contains an invalid Path: ${String(path)}. Begin it with '/', for example '/abstract'.`,
    );
  }
}
