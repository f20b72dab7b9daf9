/** Index entries of keys that are kept in memory: what is alike is not looked at one by one. */

import type { Value } from "@orrerydb/exact-json";
import type { KeyPart } from "../../kv/key-cache/packed-keys.ts";
import { toByteString } from "../../value/byte-string.ts";
import { CompositeDecoder } from "../../value/composite-key.ts";
import { CUT_STRING_BYTES_MIN, encodeText } from "../../value/encode-value.ts";
import type { CompositeParts, IndexIdentity } from "../../value/rows/index-identity.ts";
import type {
  EachEntry,
  IndexEntry,
  IndexScan,
  ItemRef,
  JudgedEntries,
  ValueJudge,
} from "../../value/rows/row-source.ts";
import { REF_BYTES } from "../records/key-layout.ts";
import { type IndexValues, valueReader } from "./index-values.ts";

/** A chunk is of so many runs at first: often few are needed. */
const FIRST_RUNS = 64;
const RUNS_MAX = 1024;

/** An entry whose key and ref are made when somebody asks for them: most who read many of them do not. */
class KeptEntry implements IndexEntry {
  readonly value: IndexEntry["value"];
  readonly values: IndexEntry["values"];
  readonly exact: boolean;
  times: number;
  readonly #part: KeyPart;
  readonly #run: number;
  readonly #place: number;

  constructor(
    part: KeyPart,
    run: number,
    place: number,
    { value, values, exact }: IndexValues,
    times: number,
  ) {
    this.#part = part;
    this.#run = run;
    this.#place = place;
    this.value = value;
    this.values = values;
    this.exact = exact;
    this.times = times;
  }

  get each(): EachEntry | undefined {
    return undefined;
  }

  get key(): string {
    return toByteString(this.#part.heads, this.#part.headStartOf(this.#run), this.#part.headEndOf(this.#run));
  }

  get ref(): ItemRef {
    const start = this.#part.tailStartOf(this.#place);
    return toByteString(this.#part.tails, start, start + REF_BYTES);
  }
}

/** Those of a scan for entries that may stand for others. */
export function keptEntries(part: KeyPart, scan: IndexScan): Generator<readonly IndexEntry[]> {
  const { index, together } = scan;
  return index.kind === "composite" && together !== undefined
    ? togetherOfKept(part, index.parts, together)
    : alikeOfKept(part, scan);
}

/** One entry for each run, which says how many it stands for unless one is all that is asked for. */
function* alikeOfKept(
  part: KeyPart,
  { index, alike, reverse = false }: IndexScan,
): Generator<readonly IndexEntry[]> {
  const { runCount } = part;
  const read = valueReader(index);
  let size = FIRST_RUNS;
  for (let at = 0; at < runCount; at += size, size = Math.min(2 * size, RUNS_MAX)) {
    const entries: IndexEntry[] = [];
    for (let i = at; i < Math.min(at + size, runCount); i++) {
      const run = reverse ? runCount - 1 - i : i;
      const [first, end] = [part.placeOfRun(run), part.placeOfRun(run + 1)];
      const decoded = read(part.heads, part.headStartOf(run), part.headEndOf(run));
      if (decoded.exact) {
        const place = reverse ? end - 1 : first;
        entries.push(new KeptEntry(part, run, place, decoded, alike === "once" ? 1 : end - first));
      } else {
        entries.push(...entriesOfRun(part, run, decoded, reverse));
      }
    }
    yield entries;
  }
}

/**
 * As `alikeOfKept`, of a composite index: runs whose first so many values are the same are one entry. To make an entry of
 * each run would take longer than whoever adds them up needs.
 */
function* togetherOfKept(
  part: KeyPart,
  parts: CompositeParts,
  together: number,
): Generator<readonly IndexEntry[]> {
  const { runCount } = part;
  const decoder = new CompositeDecoder(parts);
  for (let run = 0; run < runCount; ) {
    const entries: IndexEntry[] = [];
    let group: KeptGroup | undefined;
    for (const end = Math.min(run + RUNS_MAX, runCount); run < end; run++) {
      const place = part.placeOfRun(run);
      const times = part.placeOfRun(run + 1) - place;
      const alike = decoder.next(part.heads, part.headStartOf(run), part.headEndOf(run));
      if (alike === undefined) {
        group = undefined;
        entries.push(...entriesOfRun(part, run, { exact: false }, false));
      } else if (group !== undefined && alike >= together) {
        group.add(decoder.values, times);
      } else {
        group = new KeptGroup(part, run, place, decoder.values, times);
        entries.push(group);
      }
    }
    yield entries;
  }
}

/** Entries that begin alike, as one. */
class KeptGroup extends KeptEntry {
  /** Of all, one after another. */
  readonly #values: Value[];
  readonly #counts: number[];
  readonly #parts: number;

  constructor(part: KeyPart, run: number, place: number, values: readonly Value[], times: number) {
    super(part, run, place, { values: [...values], exact: true }, times);
    this.#values = [...values];
    this.#counts = [times];
    this.#parts = values.length;
  }

  add(values: readonly Value[], times: number): void {
    for (let i = 0; i < this.#parts; i++) this.#values.push(values[i]);
    this.#counts.push(times);
    this.times += times;
  }

  override get each(): EachEntry {
    return (visit) => {
      const values: Value[] = [];
      for (let run = 0, at = 0; run < this.#counts.length; run++) {
        for (let i = 0; i < this.#parts; i++) values[i] = this.#values[at++];
        visit(values, this.#counts[run]!);
      }
    };
  }
}

/** The entries whose value passes. Texts that lack what all that pass must hold are not even looked at. */
export function* judgedOfKept(
  part: KeyPart,
  index: IndexIdentity,
  { passes, text }: ValueJudge,
): Generator<JudgedEntries> {
  const { runCount } = part;
  const read = valueReader(index);
  const isCut = part.longestHeadBytes >= CUT_STRING_BYTES_MIN;
  const needle = text === undefined || isCut ? undefined : encodeText(text);
  const next = (run: number): number => (needle === undefined ? run : part.runWith(needle, run));
  let seen = 0;
  for (let run = next(0); seen < runCount; ) {
    const entries: IndexEntry[] = [];
    let passing = 0;
    const end = Math.min(run + RUNS_MAX, runCount);
    for (; run < end; run = next(run + 1)) {
      const decoded = read(part.heads, part.headStartOf(run), part.headEndOf(run));
      if (!passes(new KeptEntry(part, run, part.placeOfRun(run), decoded, 1))) continue;
      passing++;
      entries.push(...entriesOfRun(part, run, decoded, false));
    }
    yield { entries, passedOver: run - seen - passing };
    seen = run;
  }
}

function entriesOfRun(part: KeyPart, run: number, decoded: IndexValues, reverse: boolean): IndexEntry[] {
  const first = part.placeOfRun(run);
  const count = part.placeOfRun(run + 1) - first;
  return Array.from(
    { length: count },
    (_, i) => new KeptEntry(part, run, first + (reverse ? count - 1 - i : i), decoded, 1),
  );
}
