/**
 * Brings data of format 1 up to date: items with long keys move to where the hashes of their keys are. Only partition
 * keys of version 1 are concerned; the hash of the others was always right.
 */
import { parseJsonText } from "../../value/parse-json-text.ts";
import { printJsonText } from "../../value/print-json-text.ts";
import type { Resource } from "../catalog/catalog.ts";
import { PartitionKey } from "../catalog/partition-key.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import { type ContextSources, containerContext } from "../container/container-context.ts";
import { stateOf } from "../container/container-state.ts";

const PROGRESS_MS = 5_000;

/** Where items go for which there is no room where their keys belong. */
export interface SetAside {
  /** What the operator is told. */
  readonly path: string;
  /** Items as lines of JSON; on the disk when it resolves. */
  keep(lines: readonly string[]): Promise<void>;
}

/** Requires that no container is open. */
export function moveLongKeys(
  { catalog }: ResourceTree,
  sources: ContextSources,
  setAside: SetAside,
): Promise<void> {
  return sources.storage.bringUpToDate(async () => {
    const progress = new MoveProgress(sources, setAside.path);
    for (const database of catalog.list("database")) {
      for (const container of catalog.list("container", database.rid)) {
        if (!mayHaveMisplaced(container)) continue;
        const names = { database: database.id, container: container.id };
        await moveInContainer(container, sources, {
          moved: (items) => progress.moved(items),
          setAside: async (items) => {
            await setAside.keep(
              items.map((json) => `${printJsonText({ ...names, item: parseJsonText(json.toString()) })}\n`),
            );
            progress.setAside += items.length;
          },
        });
      }
    }
    progress.end();
  });
}

function mayHaveMisplaced({ body }: Resource): boolean {
  const { kind, version } = PartitionKey.of(body.partitionKey as Resource["body"]);
  return kind === "Hash" && version === 1;
}

async function moveInContainer(
  container: Resource,
  sources: ContextSources,
  observer: Parameters<ContextSources["storage"]["rehashPartition"]>[2],
): Promise<void> {
  const context = await containerContext(container, sources, () => {});
  for (const { space } of stateOf(container).partitions) {
    await sources.storage.rehashPartition(space, context, observer);
  }
}

/** What the operator is told meanwhile. */
class MoveProgress {
  setAside = 0;
  readonly #path: string;
  readonly #environment: ContextSources["environment"];
  #items = 0;
  #toldAt: number;

  constructor({ environment }: ContextSources, path: string) {
    this.#path = path;
    this.#environment = environment;
    this.#toldAt = environment.now();
  }

  moved(items: number): void {
    this.#items += items;
    if (this.#environment.now() < this.#toldAt + PROGRESS_MS) return;
    this.#toldAt = this.#environment.now();
    this.#environment.log("info", `Moving items with long partition keys: ${this.#items} so far.`);
  }

  end(): void {
    if (this.#items === 0) return;
    this.#environment.log(
      "info",
      `${this.#items} items with partition keys of over 100 characters were moved: the version that wrote them hashed such keys wrongly.`,
    );
    if (this.setAside === 0) return;
    this.#environment.log(
      "warn",
      `${this.setAside} of these items could not stay: their keys begin with the same 100 characters as others, which makes them one logical partition, and another item there has the same id or unique values. They are in ${this.#path} now.`,
    );
  }
}
