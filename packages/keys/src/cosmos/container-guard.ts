import type { Container } from "@azure/cosmos";
import { parsePath } from "../synthetic/part-list.ts";
import type { SyntheticKeyStrategy } from "../synthetic/strategy.ts";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";

/**
 * Makes sure, once, that the container's key is what the strategy fills. A wrong path would put every item into one
 * logical partition without an error, and a version 1 key would let long keys collide.
 */
export function containerGuard(container: Container, strategy: SyntheticKeyStrategy): () => Promise<void> {
  let checked: Promise<void> | undefined;
  return () => {
    checked ??= check(container, strategy).catch((error: unknown) => {
      checked = undefined;
      throw error;
    });
    return checked;
  };
}

async function check(container: Container, strategy: SyntheticKeyStrategy): Promise<void> {
  const { resource: definition } = await container.getPartitionKeyDefinition();
  if (definition === undefined) {
    throw new SyntheticKeyError("WrongContainer", `The container "${container.id}" shows no partition key.`);
  }
  const actual = JSON.stringify(definition.paths.map(parsePath));
  if (actual !== JSON.stringify(strategy.into.map(parsePath))) {
    throw new SyntheticKeyError(
      "WrongContainer",
      `The strategy fills ${strategy.into.join(", ")}, but the key of the container "${container.id}" is ${definition.paths.join(", ")}: set \`into\`, or use a container with that key.`,
    );
  }
  const version = definition.version ?? 1;
  if (version < strategy.partitionKeyVersion) {
    throw new SyntheticKeyError(
      "WrongContainer",
      `The container "${container.id}" has a partition key of version 1, which tells keys apart by their first 100 characters only: create it with version 2, or give the strategy partitionKeyVersion: 1, so that longer keys are refused.`,
    );
  }
}
