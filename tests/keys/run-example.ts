/* Runs the TypeScript examples of a document: each block that is followed by a block of what it prints. */

import * as cosmos from "@azure/cosmos";
import * as keys from "@orrerydb/keys";
import * as wrapper from "@orrerydb/keys/cosmos";
import * as hash from "@orrerydb/keys/hash";
import { transform } from "esbuild";

export interface Example {
  readonly heading: string;
  readonly code: string;
  /** What it prints; absent for a block that defines something. */
  readonly output: string | undefined;
}

/** Names that an example may use without importing them. */
export type Surroundings = Readonly<Record<string, unknown>>;

const MODULES: Readonly<Record<string, unknown>> = {
  "@azure/cosmos": cosmos,
  "@orrerydb/keys": keys,
  "@orrerydb/keys/cosmos": wrapper,
  "@orrerydb/keys/hash": hash,
};

export function examplesOf(markdown: string): Example[] {
  const block =
    /^## (?<heading>.+)$|^```ts\n(?<code>[\s\S]*?)^```\n+(?:```text\n(?<output>[\s\S]*?)^```\n)?/gm;
  let heading = "";
  const examples: Example[] = [];
  for (const { groups } of markdown.matchAll(block)) {
    if (groups?.heading) heading = groups.heading;
    else if (groups?.code) examples.push({ heading, code: groups.code, output: groups.output });
  }
  return examples;
}

/** Runs the code and returns what it printed, or the functions that it defines under `exporting`. */
export async function runExample(
  code: string,
  surroundings: Surroundings,
  exporting: readonly string[] = [],
): Promise<{ printed: string; exported: Surroundings }> {
  const lines: string[] = [];
  const print = (...values: unknown[]) => {
    lines.push(values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(" "));
  };
  const body = code.replaceAll(/^import \{ (.*) \} from "(.*)";$/gm, (_, names: string, module: string) => {
    const values = names.split(", ").filter((name) => !name.startsWith("type "));
    return `const { ${values.join(", ")} } = modules[${JSON.stringify(module)}];`;
  });
  const wrapped = `async function example() {\n${body}\nreturn { ${exporting.join(", ")} };\n}`;
  const { code: javascript } = await transform(wrapped, { loader: "ts" });
  const names = ["modules", "print", ...Object.keys(surroundings)];
  const run = new Function(...names, `${javascript}\nreturn example();`) as (
    ...values: unknown[]
  ) => Promise<Surroundings>;
  const exported = await run(MODULES, print, ...Object.values(surroundings));
  return { printed: lines.join("\n"), exported };
}
