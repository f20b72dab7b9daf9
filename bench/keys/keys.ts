/* Prints what synthetic keys cost: to compute, to ship, and to read back from all their keys. */

import { measureBundles } from "./bundles.ts";
import { measureReads } from "./reads.ts";
import { measureStrategies } from "./strategies.ts";

function print(title: string, rows: readonly (readonly (string | number)[])[]): void {
  const texts = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en-US") : cell)),
  );
  const widths = texts[0]!.map((_, column) => Math.max(...texts.map((row) => row[column]!.length)));
  console.log(`\n${title}`);
  for (const row of texts) {
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join("  "),
    );
  }
}

const rates = measureStrategies();
print("Keys per second", [
  ["strategy", "keys/s", "ns/key", "of plain"],
  ...rates.map(({ name, keysPerSecond }) => [
    name,
    Math.round(keysPerSecond),
    Math.round(1e9 / keysPerSecond),
    (keysPerSecond / rates[0]!.keysPerSecond).toFixed(2),
  ]),
]);

print("Bundles for a browser, without the SDK", [
  ["import", "minified bytes", "gzipped bytes"],
  ...(await measureBundles()).map(({ name, minifiedBytes, gzippedBytes }) => [
    name,
    minifiedBytes,
    gzippedBytes,
  ]),
]);

print("Reading one natural key of 2,000 items", [
  ["physical partitions", "way", "keys asked", "RU", "ms"],
  ...(await measureReads()).map(({ physicalPartitions, way, keysVisited, requestCharge, milliseconds }) => [
    String(physicalPartitions),
    way,
    keysVisited,
    Number(requestCharge.toFixed(1)),
    Number(milliseconds.toFixed(1)),
  ]),
]);
