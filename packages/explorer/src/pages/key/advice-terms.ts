/** What is told to the advisor of the load and of the size to come, as people fill it in. */

export const TRAFFIC_KINDS = [
  ["none", "Writes alone"],
  ["declared", "Operations"],
  ["recorded", "A recording"],
] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number][0];

/** Members of the control API's `scale`. */
export const SCALE_FIELDS = [
  ["itemsPerDay", "Items a day", "from the times of the items"],
  ["retentionDays", "Kept for days", "365"],
  ["peakFactor", "Peak over average", "1"],
  ["budget", "RU/s to spend at most", "no limit"],
] as const;
export type ScaleField = (typeof SCALE_FIELDS)[number][0];

export interface AdviceTerms {
  readonly traffic: TrafficKind;
  readonly workload: string;
  readonly scale: Readonly<Partial<Record<ScaleField, string>>>;
}

/** The body of the request, or what is wrong. */
export function adviceBody({ traffic, workload, scale }: AdviceTerms): object | string {
  const given: Partial<Record<ScaleField, number>> = {};
  for (const [name, label] of SCALE_FIELDS) {
    const text = scale[name]?.trim() ?? "";
    if (text === "") continue;
    const value = Number(text.replaceAll(",", ""));
    if (!(value > 0)) return `“${label}” must be a number above 0.`;
    given[name] = value;
  }
  if (traffic === "declared" && workload.trim() === "") return "Write down at least one operation.";
  return {
    ...(traffic === "declared" ? { workload } : {}),
    ...(traffic === "recorded" ? { traffic: "recording" } : {}),
    ...(Object.keys(given).length > 0 ? { scale: given } : {}),
  };
}

/** Something to begin with. */
export function exampleWorkload(keyPaths: readonly string[]): string {
  const names = keyPaths.map((path) => path.split("/").at(-1)!);
  const filter = keyPaths.map((path, i) => `c${path.replaceAll("/", ".")} = @${names[i]}`).join(" AND ");
  return `operations:
  - do: create
    perSecond: 100
  - do: read
    perSecond: 200
  - do: query
    text: SELECT * FROM c WHERE ${filter}
    perSecond: 50
`;
}

/** Sentences of the report name flags of the command, which mean nothing here. */
export function withoutFlags(sentence: string): string {
  return sentence.replace(/ \(--[^)]*\)/g, "");
}
