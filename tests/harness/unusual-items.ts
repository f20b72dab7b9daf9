/** Items that a JavaScript value cannot hold: their digits, and the order of their names. */
import type { TestServer } from "./test-server.ts";

const NUMBERS = [
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
  "-9007199254740993",
  "12345678987654321",
  "9223372036854775806",
  "9223372036854775807",
  "-9223372036854775808",
  "18446744073709551615",
  "1234567890123456789012345678901234567890",
  "1e3",
  "1E+25",
  "12.5e-3",
  "0.1234567890123456789012345",
  "3.14000",
  "1.0",
  "-0",
  "0.0",
];

/** Each as the JSON text of an item, partitioned by `/customer` and by `/region`. */
export const UNUSUAL_ITEMS: readonly string[] = [
  ...NUMBERS.map((number, i) => itemText(i, `"n":${number},"inside":{"list":[1,${number},"${number}"]}`)),
  itemText(NUMBERS.length, '"b":1,"10":2,"2":3,"inside":{"x":1.0,"7":[{"z":1,"0":2}]}'),
  itemText(NUMBERS.length + 1, '"usual":[1,0.5,"12345678987654321"]'),
];

function itemText(i: number, members: string): string {
  return `{"id":"i${i}","customer":"c${i % 3}","region":"r${i % 2}",${members}}`;
}

export async function createUnusualItems(server: TestServer, container: string): Promise<void> {
  for (const text of UNUSUAL_ITEMS) {
    const { status } = await server.raw.send("POST", `/dbs/test/colls/${container}/docs`, {
      headers: { "x-ms-documentdb-partitionkey": JSON.stringify([JSON.parse(text).customer]) },
      body: text,
    });
    if (status !== 201) throw new Error(`${text} was answered with ${status}.`);
  }
}

export const EXPECTED_TEXTS: ReadonlyMap<string, string> = new Map(
  UNUSUAL_ITEMS.map((text, i) => [`i${i}`, text]),
);
