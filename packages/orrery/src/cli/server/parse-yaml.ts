/** YAML as JSON values with their source form: numbers that JSON could spell keep their digits, names their order. */
import { arrayOf, type Exact, ExactNumber, exactObject, type Json } from "@orrerydb/exact-json";
import { parseDocument, type Scalar, visit } from "yaml";

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Throws an error of the `yaml` package for text that is not YAML. */
export function parseYaml(text: string): unknown {
  const document = parseDocument(text);
  if (document.errors[0] !== undefined) throw document.errors[0];
  visit(document, { Scalar: (key, node) => (key === "key" ? undefined : keepDigits(node)) });
  return exactValue(document.toJS({ mapAsMap: true }));
}

function keepDigits(node: Scalar): void {
  const { value, source } = node;
  if (typeof value !== "number" || source === undefined || String(value) === source) return;
  if (JSON_NUMBER.test(source)) node.value = new ExactNumber(value, source);
}

function exactValue(value: unknown): Exact<Json> {
  if (Array.isArray(value)) return arrayOf(value.map(exactValue));
  if (!(value instanceof Map)) return value as Exact<Json>;
  return exactObject([...value].map(([name, member]) => [String(name), exactValue(member)]));
}
