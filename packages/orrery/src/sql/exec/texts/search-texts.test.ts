import type { Json } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import type { FullTextIndex } from "../../../value/rows/index-identity.ts";
import { searchTerm } from "../../functions/full-text/search-term.ts";
import { ArraySource } from "../array-source.ts";
import { noWork } from "../query-work.ts";
import { searchTexts } from "./search-texts.ts";

const INDEX: FullTextIndex = { kind: "fullText", path: "/text", language: "en-US" };
const SOURCE = new ArraySource([
  { text: "red hills and red roofs – all of them red" },
  { text: "a blue bicycle" },
  { text: "Red bicycles, a red bicycle" },
  { other: "red" },
]);

async function search(terms: readonly Json[], postingsMax?: number) {
  const work = noWork();
  const found = await searchTexts(
    SOURCE,
    {
      index: INDEX,
      terms: terms.map((term) => searchTerm(term, "en-US")!),
      ...(postingsMax !== undefined && { postingsMax }),
    },
    work,
  );
  const counts = found && [...found.values()].map(({ length, occurrences }) => [length, ...occurrences]);
  return { counts, entries: work.indexEntries, lookups: work.indexLookups };
}

test("each term is counted in each text that has any", async () => {
  expect(await search(["red", "bicycle"])).toEqual({
    counts: [
      [6, 3, 0],
      [4, 2, 2],
      [2, 0, 1],
    ],
    entries: 4,
    lookups: 2,
  });
});

test("the words of a phrase follow each other", async () => {
  expect(await search(["red bicycle", "roofs red"])).toMatchObject({
    counts: [
      [4, 2, 0],
      [6, 0, 1],
    ],
  });
});

test("words with edits are looked for among the terms", async () => {
  expect(await search([{ term: "bleu rod", distance: 2 }])).toMatchObject({ counts: [] });
  expect(await search([{ term: "rad", distance: 1 }])).toMatchObject({
    counts: [
      [6, 3],
      [4, 2],
    ],
    entries: 2,
  });
});

test("too many postings are not read", async () => {
  expect((await search(["red", "bicycle"], 4)).counts).toBeDefined();
  expect((await search(["red", "bicycle"], 3)).counts).toBeUndefined();
});
