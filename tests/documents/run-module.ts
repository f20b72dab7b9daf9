/**
 * Runs the JavaScript and TypeScript blocks of one document, as somebody who pastes them one after the other: a block
 * sees what the blocks above it declare, and may declare a name anew.
 */
import { formatWithOptions } from "node:util";
import * as cosmos from "@azure/cosmos";
import * as keys from "@orrerydb/keys";
import * as wrapper from "@orrerydb/keys/cosmos";
import * as hash from "@orrerydb/keys/hash";
import { transform } from "esbuild";
import * as orrerydb from "orrerydb";
import { type Orrery, type OrreryOptions, startOrrery } from "orrerydb";
import * as advisor from "orrerydb/advisor";
import * as repartition from "orrerydb/repartition";

const DECLARED =
  /^(?:export )?(?:const|let|(?:async )?function\*?|class) (?:(\w+)|(\{[^}]*\}|\[[^\]]*\]) =)/gm;
const IMPORT = /^import (?:\* as (\w+)|(\w+)|\{([^}]*)\}) from "([^"]+)";$/gm;

export class ModuleRunner {
  readonly #declared = new Map<string, unknown>();
  readonly #started: Orrery[] = [];

  /** Answers what the block has written with `console.log`. */
  async run(code: string): Promise<string> {
    const lines: string[] = [];
    const log = (...values: unknown[]) => lines.push(formatWithOptions({ colors: false }, ...values));
    const { code: javascript } = await transform(code, { loader: "ts", target: "node20" });
    const imports = [...javascript.matchAll(IMPORT)];
    const modules = await Promise.all(imports.map(([, , , , specifier]) => this.#load(specifier!)));
    const bound = imports.map(([, all, byDefault, names], i) =>
      all !== undefined
        ? `const ${all} = modules[${i}];`
        : byDefault !== undefined
          ? `const ${byDefault} = modules[${i}].default;`
          : `const {${names!.replaceAll(" as ", ": ")}} = modules[${i}];`,
    );
    const body = `${bound.join("\n")}\n${javascript.replaceAll(IMPORT, "")}`;
    const own = declaredNames(body);
    const earlier = [...this.#declared.keys()].filter((name) => !own.includes(name));
    const run = new Function(
      "modules",
      "console",
      ...earlier,
      `"use strict"; return (async () => {\n${body.replaceAll(/^export /gm, "")}\nreturn { ${own.join(", ")} };\n})();`,
    );
    const result = (await run(
      modules,
      { ...console, log },
      ...earlier.map((name) => this.#declared.get(name)),
    )) as Record<string, unknown>;
    for (const [name, value] of Object.entries(result)) this.#declared.set(name, value);
    return lines.map((line) => `${line}\n`).join("");
  }

  /** Stops the servers that the blocks started, unless they did so themselves. */
  async close(): Promise<void> {
    for (const orrery of this.#started) await orrery.stop();
  }

  async #load(specifier: string): Promise<unknown> {
    const known: Readonly<Record<string, unknown>> = {
      "@azure/cosmos": cosmos,
      "orrerydb/advisor": advisor,
      "orrerydb/repartition": repartition,
      "@orrerydb/keys": keys,
      "@orrerydb/keys/cosmos": wrapper,
      "@orrerydb/keys/hash": hash,
      orrerydb: { ...orrerydb, startOrrery: (options?: OrreryOptions) => this.#start(options) },
    };
    if (specifier in known) return known[specifier];
    if (specifier.startsWith("node:")) return import(/* @vite-ignore */ specifier);
    throw new Error(`The block imports ${specifier}, which is not among the modules of a document.`);
  }

  async #start(options?: OrreryOptions): Promise<Orrery> {
    const orrery = await startOrrery(options);
    this.#started.push(orrery);
    const stop = () => {
      const index = this.#started.indexOf(orrery);
      if (index >= 0) this.#started.splice(index, 1);
      return orrery.stop();
    };
    return { ...orrery, stop };
  }
}

function declaredNames(javascript: string): string[] {
  return [...javascript.matchAll(DECLARED)].flatMap(([, name, pattern]) =>
    name !== undefined
      ? [name]
      : pattern!
          .slice(1, -1)
          .split(",")
          .map((part) => /(\w+)\s*(?:=.*)?$/.exec(part.trim())?.[1])
          .filter((each) => each !== undefined),
  );
}
