/**
 * The change feed of a whole container, as it goes on. A feed is read part by part of the hash space, each with a position
 * of its own; a partition is asked only when its log has grown, which the control API says for nothing. When partitions are
 * split or merged, the parts are cut at the new borders and go on where they were.
 */

import type { PartitionFigures } from "orrerydb/control-api";
import { elementTexts, memberTexts, withText } from "../../client/exact-json.ts";
import { containerPath, type OrreryClient, type Place } from "../../client/orrery-client.ts";

export type ChangeMode = "latest" | "allVersions";
export type ChangeStart = "now" | "beginning";

export interface Change {
  /** Counts all that this tail has seen. */
  readonly number: number;
  readonly operation: string;
  /** Seconds since 1970. */
  readonly seconds: number;
  readonly lsn: number;
  readonly partition: string;
  readonly id: string;
  /** As it was written; of a deletion, what the feed says of it. */
  readonly item: Readonly<Record<string, unknown>>;
}

export interface FeedPart {
  readonly min: string;
  readonly max: string;
  /** The LSN up to which it was read. */
  readonly position: number;
}

/** The newest are kept. */
export const CHANGES_KEPT = 500;
const PAGE_ROWS = 100;
/** Of one part, before the others have their turn. */
const PAGES_IN_TURN = 3;
const AT_A_TIME = 6;

interface FeedRow {
  readonly current?: Readonly<Record<string, unknown>>;
  readonly metadata: {
    readonly lsn: number;
    readonly crts: number;
    readonly operationType?: string;
    readonly timeToLiveExpired?: boolean;
    readonly id?: string;
    readonly partitionKey?: Readonly<Record<string, unknown>>;
  };
}

export class ChangeTail {
  readonly #client: OrreryClient;
  readonly #place: Place;
  readonly #mode: ChangeMode;
  readonly #start: ChangeStart;
  #parts: readonly FeedPart[] | undefined;
  #changes: readonly Change[] = [];
  #seen = 0;
  #charge = 0;

  constructor(
    client: OrreryClient,
    place: Place,
    { mode, start }: { readonly mode: ChangeMode; readonly start: ChangeStart },
  ) {
    this.#client = client;
    this.#place = place;
    this.#mode = mode;
    this.#start = start;
  }

  /** Newest first. */
  get changes(): readonly Change[] {
    return this.#changes;
  }
  get seen(): number {
    return this.#seen;
  }
  /** What the reading has cost, in request units. */
  get charge(): number {
    return this.#charge;
  }

  async readOn(): Promise<void> {
    const partitions = await this.#client.partitions(this.#place);
    this.#parts =
      this.#parts === undefined
        ? partitions.map(({ minInclusive, maxExclusive, lsn }) => ({
            min: minInclusive,
            max: maxExclusive,
            position: this.#start === "now" ? lsn : 0,
          }))
        : cutAtBorders(this.#parts, partitions);
    const fresh: Omit<Change, "number">[] = [];
    const waiting = [...this.#parts.entries()];
    const read = [...this.#parts];
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [i, part] = next;
        const holder = partitions.find(
          ({ minInclusive, maxExclusive }) => minInclusive <= part.min && part.min < maxExclusive,
        );
        if (holder !== undefined && holder.lsn > part.position)
          read[i] = await this.#readPart(part, holder.id, fresh);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, worker));
    this.#parts = read;
    fresh.sort((a, b) => a.seconds - b.seconds || a.lsn - b.lsn);
    const numbered = fresh.map((change) => ({ ...change, number: this.#seen++ })).reverse();
    if (numbered.length > 0) this.#changes = [...numbered, ...this.#changes].slice(0, CHANGES_KEPT);
  }

  async #readPart(part: FeedPart, partition: string, into: Omit<Change, "number">[]): Promise<FeedPart> {
    let { position } = part;
    for (let page = 0; page < PAGES_IN_TURN; page++) {
      const { body, text, headers, charge } = await this.#client.data<{ Documents: FeedRow[] } | undefined>(
        "GET",
        [...containerPath(this.#place), "docs"],
        {
          headers: {
            "a-im": this.#mode === "latest" ? "Incremental feed" : "Full-Fidelity Feed",
            "x-ms-cosmos-changefeed-wire-format-version": "2021-09-15",
            "x-ms-start-epk": part.min,
            "x-ms-end-epk": part.max,
            "x-ms-max-item-count": String(PAGE_ROWS),
            "if-none-match": `"${position}"`,
          },
        },
      );
      this.#charge += charge;
      position = Number((headers.get("etag") ?? "").replaceAll('"', "").split(";")[0]) || position;
      if (body === undefined) break;
      const texts = elementTexts(memberTexts(text).get("Documents")!);
      into.push(...body.Documents.map((row, i) => changeOf(row, texts[i]!, partition)));
    }
    return { ...part, position };
  }
}

function changeOf({ current, metadata }: FeedRow, text: string, partition: string): Omit<Change, "number"> {
  const { lsn, crts, operationType = "write", timeToLiveExpired, id, partitionKey } = metadata;
  if (current !== undefined) withText(current, memberTexts(text).get("current")!);
  const item = operationType === "delete" ? { id, ...partitionKey } : (current ?? {});
  return {
    operation: timeToLiveExpired ? "expired" : operationType,
    seconds: crts,
    lsn,
    partition,
    id: String(item.id),
    item,
  };
}

/** Parts never lie over a border, and keep their positions. */
export function cutAtBorders(
  parts: readonly FeedPart[],
  partitions: readonly Pick<PartitionFigures, "minInclusive" | "maxExclusive">[],
): FeedPart[] {
  return parts.flatMap((part) =>
    partitions.flatMap(({ minInclusive, maxExclusive }) => {
      const min = part.min > minInclusive ? part.min : minInclusive;
      const max = part.max < maxExclusive ? part.max : maxExclusive;
      return min < max ? [{ ...part, min, max }] : [];
    }),
  );
}
