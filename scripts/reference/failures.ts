/** docs/failures.md: each code with its status, from `value/failure.ts` and `wire/status.ts`. */
import type { FailureCode } from "../../packages/orrery/src/value/failure.ts";
import { statusOf } from "../../packages/orrery/src/wire/status.ts";
import { SOURCES, SourceFile } from "./declarations.ts";
import { code, table, withPart } from "./markdown.ts";

export function failuresPage(page: string): string {
  const rows = new SourceFile(`${SOURCES}value/failure.ts`)
    .list("FAILURE_CODES")
    .map(({ value, comment: { text, tags } }) => {
      if (text === "" || tags.remedy === undefined)
        throw new Error(`'${value}' needs a comment: what it means, and behind @remedy what to do.`);
      const { status, substatus = "" } = statusOf(value as FailureCode);
      return [code(value), `${status}`, `${substatus}`, text, tags.remedy];
    });
  return withPart(page, "failures", table(["code", "status", "substatus", "meaning", "what to do"], rows));
}
