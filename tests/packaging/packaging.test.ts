/**
 * What a stranger gets: both packages, packed and installed into an empty folder, beside the published SDK. The
 * registry is asked for the dependencies; nothing of this repository is reachable from there.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { runToEnd, startProcess } from "../harness/server-process.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = temporaryFolder("packaging");
const command = join(folder, "node_modules/orrerydb/bin/orrery.js");

function npm(...args: string[]) {
  return run("npm", args, { cwd: folder, shell: process.platform === "win32" });
}

/** Runs a module with Node in the folder and answers what it printed. */
async function runModule(name: string, text: string): Promise<string> {
  writeFileSync(join(folder, name), text);
  return (await run(process.execPath, [name], { cwd: folder })).stdout;
}

beforeAll(async () => {
  // The build has been made; packing must not make it again under the feet of other tests.
  const packed = ["keys", "orrery"].map(async (name) => {
    const { stdout } = await npm("pack", "--json", "--ignore-scripts", join(ROOT, "packages", name));
    return `./${(JSON.parse(stdout) as [{ filename: string }])[0].filename}`;
  });
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const others = ["@azure/cosmos", "typescript", "@types/node"].map(
    (name) => `${name}@${devDependencies[name]}`,
  );
  others.push("jest@^30.0.0");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await npm("install", "--no-audit", "--no-fund", ...(await Promise.all(packed)), ...others);
  // As long as the registry takes.
}, 600_000);

test("the command serves the published SDK", async () => {
  const server = await startProcess(["--data", join(folder, "data")], { command });
  const output = await runModule(
    "client.js",
    `import { CosmosClient } from "@azure/cosmos";
     const client = new CosmosClient(${JSON.stringify({ endpoint: server.endpoint, key: server.key })});
     const { database } = await client.databases.create({ id: "db" });
     const { container } = await database.containers.create({ id: "c", partitionKey: "/pk" });
     await container.items.create({ id: "1", pk: "a", text: "hello" });
     const { resource } = await container.item("1", "a").read();
     const { resources } = await container.items.query("SELECT VALUE c.text FROM c WHERE c.pk = 'a'").fetchAll();
     console.log(resource.text, resources);`,
  );
  expect(output.trim()).toBe("hello [ 'hello' ]");
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  const check = await runToEnd(["check", "--data", join(folder, "data")], { command });
  expect(check).toMatchObject({ code: 0, errors: "" });
});

test.each(["orrerydb", "@orrerydb/keys"])("the README of %s has no link that leads nowhere", (name) => {
  const readme = readFileSync(join(folder, "node_modules", name, "README.md"), "utf8");
  expect(readme.length).toBeGreaterThan(1_000);
  expect([...readme.matchAll(/\]\((?!https?:|#)[^)]*\)/g)].map(([link]) => link)).toEqual([]);
});

test("the command serves the explorer, whole", async () => {
  const server = await startProcess(["--memory"], { command });
  const page = await fetch(`${server.endpoint}/_explorer/`);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const files = [...(await page.text()).matchAll(/"(\/_explorer\/assets\/[^"]+)"/g)].map(([, path]) => path);
  expect(files).toHaveLength(3);
  for (const path of files) expect((await fetch(`${server.endpoint}${path}`)).status).toBe(200);
  await server.end("SIGTERM");
});

test.each(["orrery", "orrerydb"])("the command %s is on the path", async (name) => {
  const { stdout } = await npm("exec", "--offline", "--", name, "--help");
  expect(stdout).toContain("orrery serve");
});

test("the command ends with its exit code, and with nothing of the sources", async () => {
  expect(await runToEnd(["fly"], { command })).toMatchObject({ code: 2, output: "" });
  expect(readdirSync(join(folder, "node_modules/orrerydb/bin"))).toEqual(["orrery.js"]);
});

test("a server inside a process", async () => {
  const output = await runModule(
    "in-process.js",
    `import { startOrrery } from "orrerydb";
     const orrery = await startOrrery();
     const { database } = await orrery.client().databases.create({ id: "db" });
     console.log(database.id, new URL(orrery.endpoint).hostname);
     await orrery.stop();`,
  );
  expect(output.trim()).toBe("db 127.0.0.1");
});

/** The same in CommonJS, as test runners and programs have it. */
const COMMON_JS_TEST = `
  const { startOrrery } = require("orrerydb");
  const { CosmosClient } = require("@azure/cosmos");
  test("a fork of a seed", async () => {
    const orrery = await startOrrery({ seed: { db: { c: { partitionKey: "/pk", items: [{ id: "1", pk: "a" }] } } } });
    const fork = await orrery.fork();
    const client = fork.client();
    if (!(client instanceof CosmosClient)) throw new Error("another SDK");
    const container = client.database("db").container("c");
    if ((await container.item("1", "a").read()).statusCode !== 200) throw new Error("not seeded");
    const body = "function () { getContext().getResponse().setBody('ran'); }";
    await container.scripts.storedProcedures.create({ id: "p", body });
    const { resource } = await container.scripts.storedProcedure("p").execute("a");
    if (resource !== "ran") throw new Error("no thread");
    await fork.stop();
    await orrery.stop();
  });
`;

test("CommonJS: require, node:test, and Jest with its defaults", async () => {
  const program = join(folder, "commonjs");
  mkdirSync(program);
  writeFileSync(join(program, "package.json"), JSON.stringify({ private: true, type: "commonjs" }));
  writeFileSync(join(program, "orrery.test.js"), COMMON_JS_TEST);
  const nodeTest = `const { test } = require("node:test");${COMMON_JS_TEST}`;
  writeFileSync(join(program, "node-test.js"), nodeTest);
  const { stdout } = await run(process.execPath, ["--test", "node-test.js"], { cwd: program });
  expect(stdout).toMatch(/pass 1\n/);
  const jest = join(folder, "node_modules/jest/bin/jest.js");
  const { stderr } = await run(process.execPath, [jest, "--rootDir", "."], { cwd: program });
  expect(stderr).toContain("1 passed");
});

test.each(["node16", "nodenext"])("types check in a CommonJS project with %s", async (module) => {
  const project = join(folder, `typed-${module}`);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "commonjs" }));
  const options = { strict: true, module, target: "es2022", types: ["node"], noEmit: true };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
  writeFileSync(
    join(project, "right.ts"),
    `import { CosmosClient } from "@azure/cosmos";
     import { type Orrery, startOrrery } from "orrerydb";
     export async function connect(): Promise<CosmosClient> {
       const orrery: Orrery = await startOrrery({ throttle: "enforce" });
       return orrery.client();
     }
     // @ts-expect-error: the options are typed
     void startOrrery({ throttle: "hard" });`,
  );
  expect((await compile(project)).stdout).toBe("");
});

test("stored procedures find their thread", async () => {
  const output = await runModule(
    "procedure.js",
    `import { startOrrery } from "orrerydb";
     const orrery = await startOrrery();
     const { database } = await orrery.client().databases.create({ id: "db" });
     const { container } = await database.containers.create({ id: "c", partitionKey: "/pk" });
     const body = "function () { getContext().getResponse().setBody('ran'); }";
     await container.scripts.storedProcedures.create({ id: "p", body });
     const { resource } = await container.scripts.storedProcedure("p").execute("a");
     console.log(resource);
     await orrery.stop();`,
  );
  expect(output.trim()).toBe("ran");
});

test("key arithmetic without the server", async () => {
  const output = await runModule(
    "keys.js",
    `import * as keys from "@orrerydb/keys";
     import * as hash from "@orrerydb/keys/hash";
     import * as cosmos from "@orrerydb/keys/cosmos";
     console.log([keys, hash, cosmos].every((module) => Object.keys(module).length > 0));`,
  );
  expect(output.trim()).toBe("true");
});

test("types check in a project of their own", async () => {
  mkdirSync(join(folder, "typed"));
  const options = { strict: true, module: "nodenext", target: "es2022", types: ["node"], noEmit: true };
  writeFileSync(join(folder, "typed/tsconfig.json"), JSON.stringify({ compilerOptions: options }));
  writeFileSync(
    join(folder, "typed/right.ts"),
    `import type { CosmosClient } from "@azure/cosmos";
     import { startOrrery, type Orrery } from "orrerydb";
     import { hashSuffix } from "@orrerydb/keys";
     import "@orrerydb/keys/hash";
     import "@orrerydb/keys/cosmos";
     const orrery: Orrery = await startOrrery({ durability: "disk", environment: { now: () => 0 } });
     export const client: CosmosClient = orrery.client();
     export const strategy = hashSuffix;
     // @ts-expect-error: the options are typed
     await startOrrery({ durability: "tape" });`,
  );
  expect((await compile(join(folder, "typed"))).stdout).toBe("");
});

function compile(project: string): Promise<{ stdout: string }> {
  const compiler = join(folder, "node_modules/typescript/bin/tsc");
  return run(process.execPath, [compiler, "-p", "."], { cwd: project }).catch((error) => error);
}
