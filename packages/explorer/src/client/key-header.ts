/** A partition key as requests carry it. */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";

export function keyHeader(components: readonly PartitionKeyComponent[]): Record<string, string> {
  const json = JSON.stringify(components.map((component) => (component === undefined ? {} : component)));
  // Headers are ASCII: everything else goes as escapes, which JSON has.
  const text = json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return { "x-ms-documentdb-partitionkey": text };
}
