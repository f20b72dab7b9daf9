/* What the package adds to a web page, minified and compressed, without the SDK. */

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const candidates: readonly (readonly [string, string])[] = [
  ["@orrerydb/keys, everything", 'export * from "@orrerydb/keys";'],
  ["@orrerydb/keys, one strategy", 'export { hashSuffix } from "@orrerydb/keys";'],
  ["@orrerydb/keys/hash, everything", 'export * from "@orrerydb/keys/hash";'],
  [
    "@orrerydb/keys/cosmos and one strategy",
    'export { hashSuffix } from "@orrerydb/keys"; export * from "@orrerydb/keys/cosmos";',
  ],
];

export interface BundleSize {
  readonly name: string;
  readonly minifiedBytes: number;
  readonly gzippedBytes: number;
}

export async function measureBundles(): Promise<BundleSize[]> {
  return Promise.all(
    candidates.map(async ([name, contents]) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)), loader: "ts" },
        bundle: true,
        minify: true,
        format: "esm",
        platform: "browser",
        conditions: ["@orrerydb/source"],
        external: ["@azure/cosmos"],
        write: false,
      });
      const [file] = outputFiles;
      return {
        name,
        minifiedBytes: file!.contents.length,
        gzippedBytes: gzipSync(file!.contents, { level: 9 }).length,
      };
    }),
  );
}
