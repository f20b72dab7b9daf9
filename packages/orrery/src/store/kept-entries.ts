/** Index entries of keys that are kept in memory: what is alike is not looked at one by one. */
import type { KeyPart } from "../kv/key-value-store.ts";
import { CompositeDecoder } from "../value/composite-key.ts";
import { CUT_STRING_BYTES_MIN, decodeValue, encodeText } from "../value/encode-value.ts";
import type { IndexIdentity } from "../value/index-identity.ts";
import type { IndexEntry, IndexScan, JudgedEntries, ValueJudge } from "../value/row-source.ts";
import { INDEX_PREFIX_BYTES } from "./index-rules.ts";
import { REF_BYTES, type Ref } from "./key-layout.ts";

/** A chunk is of so many runs at first: often few are needed. */
const FIRST_RUNS = 64;
const RUNS_MAX = 1024;

type DecodedKey = Pick<IndexEntry, "value" | "values" | "exact">;

/** An entry whose key and ref are made when somebody asks for them: most who read many of them do not. */
class KeptEntry implements IndexEntry {
  readonly value: IndexEntry["value"];
  readonly values: IndexEntry["values"];
  readonly exact: boolean;
  readonly times: number;
  readonly #part: KeyPart;
  readonly #place: number;

  constructor(part: KeyPart, place: number, { value, values, exact }: DecodedKey, times: number) {
    this.#part = part;
    this.#place = place;
    this.value = value;
    this.values = values;
    this.exact = exact;
    this.times = times;
  }

  get key(): string {
    const start = this.#part.startOf(this.#place) + INDEX_PREFIX_BYTES;
    return this.#part.bytes.toString("latin1", start, this.#part.endOf(this.#place) - REF_BYTES);
  }

  get ref(): Ref {
    const end = this.#part.endOf(this.#place);
    return this.#part.bytes.toString("latin1", end - REF_BYTES, end);
  }
}

/** One entry for each run, which says how many it stands for unless one is all that is asked for. */
export function* alikeOfKept(
  part: KeyPart,
  { index, alike, reverse = false }: IndexScan,
): Generator<readonly IndexEntry[]> {
  const { runCount } = part;
  const decode = decoderOf(index);
  let size = FIRST_RUNS;
  for (let at = 0; at < runCount; at += size, size = Math.min(2 * size, RUNS_MAX)) {
    const entries: IndexEntry[] = [];
    for (let i = at; i < Math.min(at + size, runCount); i++) {
      const run = reverse ? runCount - 1 - i : i;
      const [first, end] = [part.placeOfRun(run), part.placeOfRun(run + 1)];
      const decoded = decode(part, first);
      if (decoded.exact) {
        entries.push(
          new KeptEntry(part, reverse ? end - 1 : first, decoded, alike === "once" ? 1 : end - first),
        );
      } else {
        entries.push(...entriesOfRun(part, run, decoded, reverse));
      }
    }
    yield entries;
  }
}

/** The entries whose value passes. Texts that lack what all that pass must hold are not even looked at. */
export function* judgedOfKept(
  part: KeyPart,
  index: IndexIdentity,
  { passes, text }: ValueJudge,
): Generator<JudgedEntries> {
  const { runCount } = part;
  const decode = decoderOf(index);
  const isCut = part.longestBytes >= INDEX_PREFIX_BYTES + CUT_STRING_BYTES_MIN + REF_BYTES;
  const needle = text === undefined || isCut ? undefined : encodeText(text);
  const next = (run: number): number => (needle === undefined ? run : part.runWith(needle, run));
  let seen = 0;
  for (let run = next(0); seen < runCount; ) {
    const entries: IndexEntry[] = [];
    let passing = 0;
    const end = Math.min(run + RUNS_MAX, runCount);
    for (; run < end; run = next(run + 1)) {
      const decoded = decode(part, part.placeOfRun(run));
      if (!passes(new KeptEntry(part, part.placeOfRun(run), decoded, 1))) continue;
      passing++;
      entries.push(...entriesOfRun(part, run, decoded, false));
    }
    yield { entries, passedOver: run - seen - passing };
    seen = run;
  }
}

function entriesOfRun(part: KeyPart, run: number, decoded: DecodedKey, reverse: boolean): IndexEntry[] {
  const first = part.placeOfRun(run);
  const count = part.placeOfRun(run + 1) - first;
  return Array.from(
    { length: count },
    (_, i) => new KeptEntry(part, first + (reverse ? count - 1 - i : i), decoded, 1),
  );
}

type DecodeKey = (part: KeyPart, place: number) => DecodedKey;

function decoderOf(index: IndexIdentity): DecodeKey {
  switch (index.kind) {
    case "path":
      return (part, place) => decodeValue(part.bytes, part.startOf(place) + INDEX_PREFIX_BYTES);
    case "fullText":
    case "spatial":
      return () => ({ exact: false });
    case "composite": {
      const decoder = new CompositeDecoder(index.parts);
      return (part, place) => {
        const start = part.startOf(place) + INDEX_PREFIX_BYTES;
        const values = decoder.decode(part.bytes, start, part.endOf(place));
        return values === undefined ? { exact: false } : { values, exact: true };
      };
    }
  }
}
