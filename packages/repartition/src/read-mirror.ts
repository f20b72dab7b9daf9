/**
 * Compares reads of the live container with the same reads of the other one, while the application goes on: what they
 * find, and what they cost. An answer that differs is asked for again, on both sides, until what was written meanwhile
 * has been brought over.
 */

import { canonicalText } from "@orrerydb/exact-json";
import { SYSTEM } from "./item-identity.ts";

export interface ReadAnswer {
  readonly rows: readonly unknown[];
  readonly charge: number;
}

export interface MirroredKind {
  /** `read`, or the text of the query. */
  readonly name: string;
  readonly reads: number;
  readonly differing: number;
  /** On average, of the container that is live and of the other. */
  readonly liveRu: number;
  readonly otherRu: number;
}

export interface MirrorReport {
  readonly reads: number;
  /** Answers that still differed after a while. */
  readonly differing: number;
  /** Of these, the first ten. */
  readonly examples: readonly string[];
  /** Reads that the other container could not answer. */
  readonly failed: number;
  /** Those that cost most first. */
  readonly kinds: readonly MirroredKind[];
}

export interface MirroredRead {
  readonly name: string;
  /** Which one it is, for whoever looks into a difference. */
  readonly about: string;
  /** A query with TOP or LIMIT and no order may find others: then only their number is compared. */
  readonly isAnyOf?: boolean;
  askLive(): Promise<ReadAnswer>;
  askOther(): Promise<ReadAnswer>;
}

const EXAMPLES_MAX = 10;
const ROUNDS_MAX = 6;

export class ReadMirror {
  readonly #kinds = new Map<string, { reads: number; differing: number; liveRu: number; otherRu: number }>();
  readonly #examples: string[] = [];
  readonly #compared: (row: unknown) => unknown;
  readonly #catchUp: (round: number) => Promise<unknown>;
  #failed = 0;
  spentRu = 0;

  /** `compared`: what of a row is the same on both sides. `catchUp`: brings over what was written, or waits for it. */
  constructor(compared: (row: unknown) => unknown, catchUp: (round: number) => Promise<unknown>) {
    this.#compared = compared;
    this.#catchUp = catchUp;
  }

  async compare(read: MirroredRead): Promise<void> {
    // What the live container refuses says nothing of the other.
    const live = await read.askLive().catch(() => undefined);
    if (live === undefined) return;
    try {
      await this.#compare(read, { live, other: await read.askOther() });
    } catch {
      this.#failed++;
    }
  }

  async #compare(
    read: MirroredRead,
    first: { readonly live: ReadAnswer; readonly other: ReadAnswer },
  ): Promise<void> {
    let isSame = this.#isSame(read, first.live, first.other);
    for (let round = 0; round < ROUNDS_MAX && !isSame; round++) {
      await this.#catchUp(round);
      isSame = this.#isSame(read, await read.askLive(), await read.askOther());
    }
    const kind = this.#kinds.get(read.name) ?? { reads: 0, differing: 0, liveRu: 0, otherRu: 0 };
    this.#kinds.set(read.name, kind);
    kind.reads++;
    this.spentRu += first.live.charge + first.other.charge;
    kind.liveRu += first.live.charge;
    kind.otherRu += first.other.charge;
    if (isSame) return;
    kind.differing++;
    if (this.#examples.length < EXAMPLES_MAX) this.#examples.push(read.about);
  }

  #isSame({ isAnyOf = false }: MirroredRead, live: ReadAnswer, other: ReadAnswer): boolean {
    if (live.rows.length !== other.rows.length) return false;
    return isAnyOf || this.#textOf(live) === this.#textOf(other);
  }

  /** In any order: rows that are equal in what a query orders by may come in another. */
  #textOf({ rows }: ReadAnswer): string {
    return rows
      .map((row) => canonicalText(withoutSystem(this.#compared(row))))
      .sort()
      .join("\n");
  }

  get reads(): number {
    return [...this.#kinds.values()].reduce((sum, { reads }) => sum + reads, 0);
  }

  report(): MirrorReport {
    const all = [...this.#kinds.values()];
    return {
      reads: this.reads,
      differing: all.reduce((sum, { differing }) => sum + differing, 0),
      examples: [...this.#examples],
      failed: this.#failed,
      kinds: [...this.#kinds]
        .sort((a, b) => b[1].otherRu - a[1].otherRu)
        .map(([name, { reads, differing, liveRu, otherRu }]) => ({
          name,
          reads,
          differing,
          liveRu: liveRu / reads,
          otherRu: otherRu / reads,
        })),
    };
  }
}

/** At every level, without what the database adds to items. */
function withoutSystem(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSystem);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SYSTEM.has(name))
      .map(([name, inner]) => [name, withoutSystem(inner)]),
  );
}
