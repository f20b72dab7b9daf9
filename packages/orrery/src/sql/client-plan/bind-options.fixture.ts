/** What queries are bound with in the tests of plans: no clock, no random source, functions by any name. */

import type { Value } from "@orrerydb/exact-json";
import type { GeospatialType } from "../../spatial/geometry.ts";
import type { BindOptions } from "../bind/bind-context.ts";

interface PlanFixtureOptions {
  readonly geospatialType?: GeospatialType;
  readonly vectorEmbeddings?: BindOptions["vectorEmbeddings"];
}

export function bindOptions(
  parameters: ReadonlyMap<string, Value>,
  { geospatialType = "Geography", vectorEmbeddings = [] }: PlanFixtureOptions = {},
): BindOptions {
  return {
    parameters,
    computed: new Map(),
    vectorEmbeddings,
    functions: {
      nowMs: () => 0,
      boundAtMs: 0,
      random: () => 0,
      geospatialType,
      fullTextLanguage: "en-US",
    },
    udf: { call: () => undefined },
  };
}
