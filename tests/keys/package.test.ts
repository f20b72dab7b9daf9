/*
 * The package as strangers get it: packed, put into an empty TypeScript project beside the SDK, checked by the compiler,
 * and run against Orrery over HTTP, in Node and as a bundle for browsers.
 */

import { execFile } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type BuildOptions, build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { TestServer } from "../harness/test-server.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const PROGRAM = `
import { CosmosClient } from "@azure/cosmos";
import { day, hashSuffix, strategiesFor } from "@orrerydb/keys";
import { withSyntheticKey } from "@orrerydb/keys/cosmos";
import { effectivePartitionKey } from "@orrerydb/keys/hash";

declare const ENDPOINT: string;
declare const KEY: string;
declare const DATABASE: string;

interface Car {
  id: string;
  at: string;
  vin: string;
  speed: number;
}

const strategy = strategiesFor<Car>().hashSuffix({ from: [day("/at")], of: ["/vin"], suffixes: 10 });
// @ts-expect-error a car has no such property
strategiesFor<Car>().concat({ from: ["/colour"] });
// @ts-expect-error the VIN is missing
export const missing = () => strategy.keyOf({ at: "2018-08-09" });
export const other = hashSuffix({ from: ["/a"], of: ["/b"], suffixes: 2 });

const client = new CosmosClient({ endpoint: ENDPOINT, key: KEY });
const { database } = await client.databases.create({ id: DATABASE });
const partitionKey = { paths: ["/partitionKey"], version: 2 };
const { container } = await database.containers.create({ id: "cars", partitionKey, throughput: 30000 });
const cars = withSyntheticKey(container, strategy);
for (let n = 0; n < 20; n++) {
  const car: Car = { id: String(n), at: "2018-08-09T10:00:00Z", vin: "V" + n, speed: n };
  await cars.create(car);
}
const one = await cars.read<Car>({ id: "7", at: "2018-08-09", vin: "V7" });
const speed: number | undefined = one.resource?.speed;
const query = "SELECT TOP 3 VALUE c.speed FROM c ORDER BY c.speed DESC";
const { resources, keysVisited } = await cars.query<number>({ at: "2018-08-09" }, query, { mode: "fan-out" }).fetchAll();
const epk = effectivePartitionKey(["redmond"], { paths: ["/city"], version: 2 });
console.log(JSON.stringify({ speed, resources, keysVisited, epk }));
`;

describe("the packed package", () => {
  const folder = temporaryFolder("keys");
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start();
    const scope = join(folder, "node_modules/@orrerydb");
    mkdirSync(scope, { recursive: true });
    const pack = ["pack", "--json", "--ignore-scripts", join(ROOT, "packages/keys")];
    const { stdout } = await run("npm", pack, { cwd: folder, shell: process.platform === "win32" });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    await run("tar", ["-xzf", filename], { cwd: folder });
    renameSync(join(folder, "package"), join(scope, "keys"));
    for (const name of ["@azure", "@types"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name), "junction");
    }
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    writeFileSync(join(folder, "program.ts"), PROGRAM);
  });

  afterAll(() => server.stop());

  it("passes the compiler in an empty project", async () => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: "nodenext",
      target: "es2022",
      lib: ["es2023", "dom"],
      types: ["node"],
      noEmit: true,
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, include: ["program.ts"] }),
    );
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const checked = await run(process.execPath, [compiler, "-p", folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(checked.stdout).toBe("");
  });

  it.each<[string, BuildOptions]>([
    ["Node", { platform: "node", packages: "external" }],
    // A browser's global object has this name; for the rest, Node has what a browser has: fetch and Web Crypto.
    ["a bundle for browsers", { platform: "browser", banner: { js: "globalThis.self ??= globalThis;" } }],
  ])("runs in %s", async (name, options) => {
    const outfile = join(folder, `${options.platform}.js`);
    await build({
      entryPoints: [join(folder, "program.ts")],
      outfile,
      bundle: true,
      format: "esm",
      target: "es2022",
      define: {
        ENDPOINT: JSON.stringify(server.orrery.endpoint),
        KEY: JSON.stringify(server.orrery.key),
        DATABASE: JSON.stringify(name),
      },
      logLevel: "error",
      ...options,
    });
    const { stdout } = await run(process.execPath, [outfile], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({
      speed: 7,
      resources: [19, 18, 17],
      keysVisited: 10,
      epk: "22E342F38A486A088463DFF7838A5963",
    });
  });
});
