/**
 * The items that the shapes are asked about. What is equal in 100 or 1,000 items is so at every size, so that a shape
 * finds as many rows among 10,000 items as among a million.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import { partitionKeyOf } from "../query/fill-container.ts";

export const LOT_ITEMS = 100;
/** Different values of `/k`. */
export const KEYS = 1000;
/** Different values of `/g`. */
export const GROUPS = 10;
/** An odd multiplier spreads neighbours apart. */
const SCATTER = 7919;

export const POLICY = {
  indexingPolicy: {
    indexingMode: "consistent",
    automatic: true,
    includedPaths: [{ path: "/*" }],
    excludedPaths: [{ path: "/text/?" }, { path: "/place/*" }, { path: '/"_etag"/?' }],
    compositeIndexes: [
      [
        { path: "/g", order: "ascending" },
        { path: "/n", order: "descending" },
      ],
    ],
    spatialIndexes: [{ path: "/place/*", types: ["Point", "Polygon"] }],
    fullTextIndexes: [{ path: "/text" }],
  },
  fullTextPolicy: { defaultLanguage: "en-US", fullTextPaths: [{ path: "/text", language: "en-US" }] },
};

export function itemOf(index: number, count: number): JsonObject {
  const scattered = (index * SCATTER) % count;
  const lot = scattered % (count / LOT_ITEMS);
  const within = Math.floor(scattered / (count / LOT_ITEMS));
  return {
    id: `item-${index}`,
    pk: partitionKeyOf(index),
    lot: `lot-${lot}`,
    g: `g${index % GROUPS}`,
    k: `k${index % KEYS}`,
    n: scattered,
    name: `Name ${scattered} of lot-${lot}.`,
    title: `lot-${lot}. Title ${scattered}`,
    lines: [
      { sku: `sku-${lot}`, amount: index % 7 },
      { sku: `other-${index % 500}`, amount: index % 11 },
    ],
    place: { type: "Point", coordinates: nearLot(lot, within) },
    text: textOf(index, lot),
  };
}

export function lotNameOf(turn: number, count: number): number {
  return (turn * 31 + 7) % (count / LOT_ITEMS);
}

/** The items of a lot lie within some hundred metres; lots lie on a lattice. */
export function placeOfLot(lot: number): [number, number] {
  return [(lot % 100) * 3 - 150, Math.floor(lot / 100) * 1.2 - 60];
}

function nearLot(lot: number, within: number): number[] {
  const [longitude, latitude] = placeOfLot(lot);
  return [longitude + (within % 10) * 0.0005, latitude + Math.floor(within / 10) * 0.0005];
}

const COMMON_WORDS = 400;
const WORDS = 12;

/** Twelve words, of which one is the lot's own. */
function textOf(index: number, lot: number): string {
  const words = Array.from({ length: WORDS }, (_, i) => wordOf(((index + 1) * (i * 37 + 11)) % COMMON_WORDS));
  return [rareWordOf(lot), ...words].join(" ");
}

export function rareWordOf(lot: number): string {
  return `zz${wordOf(lot)}`;
}

export function wordOf(number: number): string {
  let word = "";
  for (let rest = number + 1; rest > 0; rest = Math.floor(rest / 20))
    word += `${"bcdfghjklmnpqrtvwxyz"[rest % 20]}o`;
  return word;
}
