/** Random items for the programs, whose numbers have every form. ORRERY_FUZZ_CASES says how many. */
import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { returnedText, textTrees } from "../../packages/exact-json/src/json-text.fixture.ts";
import { testSeed } from "../harness/seeded-random.ts";

const COUNT = Number(process.env.ORRERY_FUZZ_CASES ?? 200);
/** Items of one partition key, which a program writes as one batch. */
const KEY_ITEMS = 20;
const LONE_SURROGATE = /\\ud[89a-f]/i;

export interface RandomItems {
  readonly count: number;
  /** What the server has when a program has incremented the member `n` of each item, by id. */
  readonly expected: ReadonlyMap<string, string>;
}

/** Writes a line for each item. The id is the number of the line, and 20 lines have one key. */
export function writeRandomItems(file: string): RandomItems {
  const trees = textTrees.map(returnedText).filter((text) => !LONE_SURROGATE.test(text));
  const values = fc.sample(trees, { numRuns: COUNT, seed: testSeed() });
  const textOf = (i: number, n: number) =>
    `{"id":"${i}","pk":"k${Math.floor(i / KEY_ITEMS)}","v":${values[i]},"n":${n}}`;
  writeFileSync(file, values.map((_, i) => `${textOf(i, 0)}\n`).join(""));
  return { count: COUNT, expected: new Map(values.map((_, i) => [`${i}`, textOf(i, 1)])) };
}

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * The same text for the same values: what a client sends that parses numbers into integers of any length and doubles,
 * and prints them in its own way. It may print -0 as 0.
 */
export function byValue(text: string): string {
  return text.replace(TOKENS, (token) => {
    if (token.startsWith('"')) return token;
    return /^-?\d+$/.test(token) ? `${BigInt(token)}` : `${Number(token)}.`;
  });
}
