/** Files of items that were written one after another, each with properties that follow the time in another form. */
import type { JsonObject } from "@orrerydb/exact-json";
import { seededRandom } from "./ground/random.ts";
import type { SizedItem } from "./items/read-item-file.ts";

const COUNT = 2_000;
const START = Date.UTC(2026, 0, 1);
const STEP_MS = 15 * 60_000;

type Stamp = (at: Date, i: number) => JsonObject;

/** What each item says about its time. */
export const STAMPS: Readonly<Record<string, Stamp>> = {
  "a full time": (at) => ({ createdAt: at.toISOString() }),
  "a date": (at) => ({ date: at.toISOString().slice(0, 10) }),
  "year and month": (_, i) => ({ year: 2010 + Math.floor(i / 240), month: 1 + (Math.floor(i / 20) % 12) }),
  "block numbers": (_, i) => ({ block: 17_000_000 + Math.floor(i / 40) }),
  "US dates": (at) => ({ on: at.toLocaleDateString("en-US", { timeZone: "UTC" }) }),
  "a full time and a date": (at) => ({ at: at.getTime(), day: at.toISOString().slice(0, 10) }),
};

const ORDERS: Readonly<Record<string, (items: SizedItem[]) => SizedItem[]>> = {
  "in order of time": (items) => items,
  reversed: (items) => items.toReversed(),
  shuffled: (items) => shuffled(items),
};

export interface TimeOrderedFile {
  readonly name: string;
  readonly items: readonly SizedItem[];
  /** The same items in the order in which they were written. */
  readonly written: readonly JsonObject[];
}

export const TIME_ORDERED_FILES: readonly TimeOrderedFile[] = Object.entries(STAMPS).flatMap(
  ([stamp, stampOf]) => {
    const random = seededRandom(5);
    const items = Array.from({ length: COUNT }, (_, i): SizedItem => {
      const item = {
        id: random().toString(36).slice(2),
        ...stampOf(new Date(START + i * STEP_MS), i),
        kind: ["a", "b", "c"][Math.floor(random() * 3)]!,
        device: `device-${Math.floor(random() * 300)}`,
        amount: random() * 1000,
      };
      return { item, bytes: JSON.stringify(item).length };
    });
    const written = items.map(({ item }) => item);
    return Object.entries(ORDERS).map(([order, ordered]) => ({
      name: `${stamp}, ${order}`,
      items: ordered([...items]),
      written,
    }));
  },
);

function shuffled(items: SizedItem[]): SizedItem[] {
  const random = seededRandom(6);
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}
