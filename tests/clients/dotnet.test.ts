/** A program on the .NET SDK, in both of its modes and in direct mode with bulk; direct is its default. */
import { fileURLToPath } from "node:url";
import { toolChain } from "../harness/tool-chains.ts";
import { type Checks, describeClient, numbers } from "./client-checks.ts";

/** Of the items that the check `query` wrote: mean, least, most, sum and count, of all and of each colour. */
const ALL = [29.5, 0, 59, 1770, 60];
const COLOURS = [
  [30.5, 2, 59, 610, 20],
  [29.5, 1, 58, 590, 20],
  [28.5, 0, 57, 570, 20],
];

const ALSO: Checks = {
  aggregates: {
    what: "aggregates across partitions and for a key, several at once, and by group",
    facts: {
      AVG: [29.5, 25],
      MIN: [0, 1],
      MAX: [59, 49],
      SUM: [1770, 125],
      COUNT: [60, 5],
      several: [ALL],
      groups: COLOURS,
      none: [],
    },
  },
  linq: {
    what: "LINQ filters, sorts and aggregates",
    facts: { most: 59, least: 0, mean: 29.5, sum: 1770, count: 50, found: [57, 54, 51] },
  },
  processor: {
    what: "the change feed processor sees every change, and the estimator what it has not seen",
    facts: { seen: numbers(120), behind: 5 },
  },
};

const dotnet = await toolChain("dotnet", "that the .NET SDK works on Orrery");

for (const mode of ["gateway", "direct", "bulk"]) {
  describeClient({
    name: `.NET, ${mode} mode`,
    source: fileURLToPath(new URL("dotnet/Program.cs", import.meta.url)),
    toolChain: dotnet,
    sendsText: true,
    settings: { ORRERY_MODE: mode },
    also: ALSO,
  });
}
