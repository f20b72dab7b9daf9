/** A key as code to copy, for a program that uses @azure/cosmos. */
interface KeyChoice {
  readonly key: readonly string[];
  readonly strategy: object | null;
}

export function keyCode({ key, strategy }: KeyChoice, container: string): string {
  const kind = key.length > 1 ? ', kind: "MultiHash"' : "";
  const definition = `{ paths: ${JSON.stringify(key)}${kind}, version: 2 }`;
  const create = `const { container } = await database.containers.createIfNotExists({
  id: ${JSON.stringify(container)},
  partitionKey: ${definition},
});`;
  if (strategy === null) return create;
  return `// npm install @orrerydb/keys
import { parseStrategy } from "@orrerydb/keys";
import { withSyntheticKey } from "@orrerydb/keys/cosmos";

${create}
const strategy = parseStrategy(${JSON.stringify(strategy, null, 2)});
// Writes put the key in; reads and queries find it again.
const items = withSyntheticKey(container, strategy);`;
}
