/**
 * The query language without the engine that runs queries, loaded when it is first needed: reads and writes of items need
 * nothing of it. Definitions of computed properties are compiled where nothing can wait, so whoever opens a container that
 * has some, or is given some, loads it before.
 */
import assert from "node:assert/strict";

type Language = typeof import("../../sql/language.ts");

let language: Language | undefined;

export async function loadLanguage(): Promise<Language> {
  language ??= await import("../../sql/language.ts");
  return language;
}

/** Requires that it was loaded. */
export function loadedLanguage(): Language {
  assert(language !== undefined, "computed properties came in before the language that they are written in");
  return language;
}
