/** JSON that keeps what a JavaScript value cannot hold: the digits of its numbers and the order of its names. */
export { canonicalText } from "./canonical-text.ts";
export { exactObject } from "./exact-object.ts";
export type { Json, JsonArray, JsonObject, Value } from "./json.ts";
export { markedJson, printMarkedJson, unmarkedJson } from "./marked-json.ts";
export { attachForm, mayLoseForm, NameOrder, parseJsonText } from "./parse-json-text.ts";
export { hasForm, printJsonText, printMember } from "./print-json-text.ts";
export {
  arrayOf,
  carryForm,
  digitsAt,
  type Exact,
  ExactNumber,
  exactElements,
  exactInteger,
  exactMember,
  formOf,
  inexact,
  integerOf,
  isArrayIndex,
  namesOf,
  pushExact,
  putExact,
  setForm,
  withElements,
  withMember,
  withoutMembers,
} from "./source-form.ts";
