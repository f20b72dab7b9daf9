/** Feeds by the name of their container: the way in for gateways. */
import type { TaskOwner } from "../../schedule/task-line.ts";
import type { Container } from "../container/container.ts";
import type { ContainerAddress, ContainersByName } from "../container/open-containers.ts";
import { whenAdmitted } from "../ground/admitted.ts";
import type { Environment } from "../ground/environment.ts";
import type { ItemQueryRequest, QueryAnswer } from "../queries/query-container.ts";
import type { ChangeFeedPage, ChangeFeedRequest } from "./change-feed-page.ts";
import { latestRow, latestRowWithMetadata, versionRow } from "./change-rows.ts";
import { readLatestChanges } from "./latest-feed.ts";
import { readPlainFeed } from "./plain-feed.ts";
import { type SamplePage, type SamplePart, sampleItems } from "./sample-items.ts";
import { readAllVersions } from "./version-feed.ts";

interface ListRequest extends Omit<ItemQueryRequest, "udf"> {
  readonly followsSplits: boolean;
}

/** Only the latest version of each item, with or without metadata beside it, or every one, deletions too. */
type ChangeFeedMode = "latest" | "latestWithMetadata" | "allVersions";

interface ChangeRows extends ChangeFeedPage {
  /** JSON, as it is answered. */
  readonly rows: readonly Buffer[];
}

export class FeedOperations {
  readonly #containers: ContainersByName;
  readonly #environment: Environment;

  constructor(containers: ContainersByName, environment: Environment) {
    this.#containers = containers;
    this.#environment = environment;
  }

  /** All items of a scope. */
  list(address: ContainerAddress, request: ListRequest): Promise<QueryAnswer> {
    return whenAdmitted(this.#environment, request, (admitted) =>
      this.#containers.use(address, async (container) => readPlainFeed(container, { ...request, admitted })),
    );
  }

  changes(address: ContainerAddress, mode: ChangeFeedMode, request: ChangeFeedRequest): Promise<ChangeRows> {
    return whenAdmitted(this.#environment, request, () =>
      this.#containers.use(address, (container) => changeRows(container, mode, request)),
    );
  }

  /** A page of a part of the items, oldest first, which costs nothing. `owner` is whom it is for. */
  sample(
    address: ContainerAddress,
    part: SamplePart,
    itemsMax: number,
    owner: TaskOwner,
  ): Promise<SamplePage> {
    return whenAdmitted(this.#environment, { owner }, () =>
      this.#containers.use(address, (container) => sampleItems(container, part, itemsMax)),
    );
  }
}

async function changeRows(
  container: Container,
  mode: ChangeFeedMode,
  request: ChangeFeedRequest,
): Promise<ChangeRows> {
  if (mode === "allVersions") {
    const { versions, ...page } = await readAllVersions(container, request);
    return {
      ...page,
      rows: versions.map((version) => versionRow(container.definition.partitionKey, version)),
    };
  }
  const { items, ...page } = await readLatestChanges(container, request);
  return { ...page, rows: items.map(mode === "latest" ? latestRow : latestRowWithMetadata) };
}
