/** The language in which the text that an expression reads is searched. */
import type { FunctionContext } from "../functions/builtin-function.ts";
import type { Expression } from "../syntax/ast.ts";
import { indexPathOf } from "./document-path.ts";
import type { Scope } from "./scope.ts";

export function languageOf(
  text: Expression,
  scope: Scope,
  { fullTextLanguage, fullTextLanguages }: FunctionContext,
): string {
  if (fullTextLanguages === undefined || fullTextLanguages.size === 0) return fullTextLanguage;
  const path = indexPathOf(text, scope)?.path;
  return (path !== undefined && fullTextLanguages.get(path)) || fullTextLanguage;
}
