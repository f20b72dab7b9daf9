/** Data as versions of format 2 wrote it: no index generation says by which rules it was made. */
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import { CATALOG_SPACE, CatalogKind, FORMAT_KEY } from "../../store/catalog-space.ts";
import type { JsonObject } from "../../value/json.ts";

interface StoredContainer {
  readonly kind: string;
  readonly body: JsonObject & { readonly indexingPolicy: JsonObject };
  readonly state: {
    readonly indexGenerations: readonly { readonly generation: number; readonly policy: JsonObject }[];
  };
}

/** What those versions took and did not heed: parts of an indexing policy and of a container's body. */
export interface Unheeded {
  readonly policy?: JsonObject;
  readonly body?: JsonObject;
}

/** Requires that no engine is open; gives every container what its entries do not show. */
export async function markAsFormat2(kv: KeyValueStore, unheeded: Unheeded = {}): Promise<void> {
  await kv.transact("format", async (transaction) => {
    transaction.put(CATALOG_SPACE, FORMAT_KEY, Buffer.from('{"format":2}'));
    for await (const chunk of kv.scan(CATALOG_SPACE, { from: Buffer.of(CatalogKind.resource) })) {
      for (const { key, value } of chunk) {
        if (key[0] !== CatalogKind.resource) continue;
        const resource = JSON.parse(value.toString()) as StoredContainer;
        if (resource.kind === "container")
          transaction.put(CATALOG_SPACE, key, Buffer.from(JSON.stringify(asFormat2(resource, unheeded))));
      }
    }
  });
}

function asFormat2(container: StoredContainer, { policy, body }: Unheeded): StoredContainer {
  const indexGenerations = container.state.indexGenerations.map((made) => ({
    generation: made.generation,
    policy: { ...made.policy, ...policy },
  }));
  return {
    ...container,
    body: { ...container.body, ...body, indexingPolicy: indexGenerations.at(-1)!.policy },
    state: { ...container.state, indexGenerations },
  };
}
