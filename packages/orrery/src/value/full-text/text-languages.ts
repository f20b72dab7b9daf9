/** The languages of a container's texts, as its full-text policy has them. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { canonicalPath, parsePath } from "../path.ts";

export const DEFAULT_LANGUAGE = "en-US";

/** Those that are supported, with the numbers that Windows gives them: a policy may name them either way. */
export const LANGUAGE_NUMBERS: ReadonlyMap<string, string> = new Map([
  ["en-US", "1033"],
  ["de-DE", "1031"],
  ["es-ES", "3082"],
  ["fr-FR", "1036"],
  ["it-IT", "1040"],
  ["pt-BR", "1046"],
  ["pt-PT", "2070"],
]);

const TAGS: ReadonlyMap<Json | undefined, string> = new Map(
  [...LANGUAGE_NUMBERS].flatMap(([tag, number]) => [
    [tag, tag],
    [number, tag],
  ]),
);

export interface TextLanguages {
  readonly defaultLanguage: string;
  /** By canonical path. */
  readonly languages: ReadonlyMap<string, string>;
}

/** `policy`: as it was accepted, or absent. */
export function textLanguages(policy: Json | undefined): TextLanguages {
  const { defaultLanguage, fullTextPaths } = (policy ?? {}) as JsonObject;
  const languages = new Map<string, string>();
  for (const { path, language } of (fullTextPaths ?? []) as JsonObject[]) {
    const tag = TAGS.get(language);
    const segments = parsePath(path as string);
    if (tag !== undefined && segments !== undefined) languages.set(canonicalPath(segments), tag);
  }
  return { defaultLanguage: TAGS.get(defaultLanguage) ?? DEFAULT_LANGUAGE, languages };
}
