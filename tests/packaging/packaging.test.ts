/** What a stranger gets: both packages, packed and installed into empty projects, beside the published SDK. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runToEnd, startProcess } from "../harness/server-process.ts";
import { installProjects, type PackedProjects } from "./packed-projects.ts";

/** Tests in parallel files that each begin with the same seed. */
const FILES = 10;
const TESTS_PER_FILE = 10;

/** A slow or busy machine is no reason to fail. */
const RUNNER_MS_MAX = 600_000;
const PATIENCE = ["--testTimeout", `${RUNNER_MS_MAX}`, "--hookTimeout", `${RUNNER_MS_MAX}`];

const installed = await installProjects();

describe.skipIf(installed === undefined)("the packed packages", { timeout: RUNNER_MS_MAX }, () => {
  const { newest, oldest } = installed ?? ({} as PackedProjects);
  const folder = newest?.folder;
  const command = newest?.command("orrerydb/bin/orrery.cjs");

  /** Runs a module with Node in the project and answers what it printed. */
  async function runModule(name: string, text: string, project = newest): Promise<string> {
    project.write(name, text);
    return (await project.node([name])).stdout.trim();
  }

  test("npm has no warning that Node is too old for them", () => {
    expect(oldest.warnings).not.toContain("EBADENGINE");
  });

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
    expect(output).toBe("hello [ 'hello' ]");
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
    const files = [...(await page.text()).matchAll(/"(\/_explorer\/assets\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(files).toHaveLength(3);
    for (const path of files) expect((await fetch(`${server.endpoint}${path}`)).status).toBe(200);
    await server.end("SIGTERM");
  });

  test("licences of what is bundled come with it", () => {
    const licences = readFileSync(
      join(folder, "node_modules/orrerydb/dist/THIRD-PARTY-LICENSES.txt"),
      "utf8",
    );
    const names = [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(["lru-cache", "preact", "@codemirror/view"]));
    for (const name of ["classic-level", "pg"]) expect(names).not.toContain(name);
    expect(licences.match(/copyright/gi)!.length).toBeGreaterThan(names.length / 2);
  });

  test.each(["orrery", "orrerydb"])("the command %s is on the path", async (name) => {
    const { stdout } = await newest.npm("exec", "--offline", "--", name, "--help");
    expect(stdout).toContain("orrery serve");
  });

  test("the command ends with its exit code, and with nothing of the sources", async () => {
    expect(await runToEnd(["fly"], { command })).toMatchObject({ code: 2, output: "" });
    expect(readdirSync(join(folder, "node_modules/orrerydb/bin"))).toEqual(["orrery.cjs"]);
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
    expect(output).toBe("db 127.0.0.1");
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
    expect(output).toBe("ran");
  });

  /** Inside a test of a runner; `project` names what the file is for. */
  const BODY = `
  const carts = orrery.client().database("shop").container("carts");
  const { resources } = await orrery.expectSinglePartition(carts, "SELECT VALUE c.id FROM c WHERE c.customer = 'ada'");
  if (resources.join() !== "1,2") throw new Error("not as it was seeded: " + resources);
  await carts.items.create({ id: "mine", customer: "ada" });
  await carts.item("1", "ada").delete();`;
  const SEED = {
    shop: {
      carts: {
        partitionKey: "/customer",
        items: [
          { id: "1", customer: "ada" },
          { id: "2", customer: "ada" },
        ],
      },
    },
  };

  /** The beginning of a test file, and how many tests follow. */
  function testFile(imports: string, count: number): string {
    return `${imports}
const orrery = testOrrery({ seed: "seed.json", noFanOut: true });
for (let i = 0; i < ${count}; i++) test("test " + i, async () => {${BODY}
});`;
  }

  test(`Vitest: ${FILES * TESTS_PER_FILE} tests in ${FILES} parallel files, each on a fork of one seed`, async () => {
    newest.write("vitest/seed.json", SEED);
    const imports = 'import { test } from "vitest";\nimport { testOrrery } from "orrerydb/testing/vitest";';
    for (let i = 0; i < FILES; i++) newest.write(`vitest/${i}.test.js`, testFile(imports, TESTS_PER_FILE));
    const vitest = newest.command("vitest/vitest.mjs");
    const { stdout } = await newest.node(
      [vitest, "run", "--root", ".", "--reporter", "json", ...PATIENCE],
      "vitest",
    );
    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      numPassedTests: FILES * TESTS_PER_FILE,
      numTotalTests: FILES * TESTS_PER_FILE,
    });
  });

  const NODE_TEST = 'const { test } = require("node:test");';

  test("Jest, with its defaults", async () => {
    newest.write("jest/package.json", { private: true, type: "commonjs" });
    newest.write("jest/seed.json", SEED);
    const imports = 'const { testOrrery } = require("orrerydb/testing/jest");';
    for (const name of ["one", "two"]) newest.write(`jest/${name}.test.js`, testFile(imports, 3));
    const { stderr } = await newest.node(
      [newest.command("jest/bin/jest.js"), "--rootDir", ".", `--testTimeout=${RUNNER_MS_MAX}`],
      "jest",
    );
    expect(stderr).toMatch(/Tests: +6 passed, 6 total/);
  });

  test.each([
    ["CommonJS", "commonjs", `${NODE_TEST}\nconst { testOrrery } = require("orrerydb/testing/node");`],
    [
      "ESM",
      "module",
      'import { test } from "node:test";\nimport { testOrrery } from "orrerydb/testing/node";',
    ],
  ])("node:test in %s", async (_, type, imports) => {
    const place = `node-${type}`;
    newest.write(`${place}/package.json`, { private: true, type });
    newest.write(`${place}/seed.json`, SEED);
    for (const name of ["one", "two"]) newest.write(`${place}/${name}.test.js`, testFile(imports, 3));
    const { stdout } = await newest.node(
      ["--test", "--test-reporter", "tap", "one.test.js", "two.test.js"],
      place,
    );
    expect(stdout).toMatch(/^# pass 6$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });

  describe.each([
    ["4.0.0", oldest],
    ["the newest", newest],
  ])("with version %s of the SDK", (version, project) => {
    test("it is that version", () => {
      const { version: found } = JSON.parse(
        readFileSync(project.command("@azure/cosmos/package.json"), "utf8"),
      );
      if (version === "4.0.0") expect(found).toBe(version);
      else expect(Number(found.split(".")[1])).toBeGreaterThanOrEqual(10);
    });

    // Moving containers needs the SDK 4.3.
    const REPARTITION = (word: "import" | "require") => {
      if (project === oldest) return "";
      return word === "import" ? 'import "orrerydb/repartition";' : 'require("orrerydb/repartition");';
    };

    const USE = `
    (async () => {
      const orrery = await startOrrery({ seed: ${JSON.stringify(SEED)}, partitions: 3 });
      const fork = await orrery.fork();
      const client = fork.client();
      if (!(client instanceof CosmosClient)) throw new Error("another SDK");
      const carts = client.database("shop").container("carts");
      const { resources } = await carts.items.query("SELECT * FROM c").fetchAll();
      const keyed = withSyntheticKey(carts, hashSuffix({ from: ["/customer"], of: ["/id"], suffixes: 4, into: "/key" }));
      console.log(resources.length, (await carts.item("1", "ada").read()).statusCode, typeof keyed.find);
      await fork.stop();
      await orrery.stop();
    })();`;

    test.each([
      [
        "ESM",
        "module",
        `import { startOrrery } from "orrerydb"; import { CosmosClient } from "@azure/cosmos";
       import { hashSuffix } from "@orrerydb/keys"; import { withSyntheticKey } from "@orrerydb/keys/cosmos";
       import "@orrerydb/keys/hash"; import "orrerydb/advisor"; import "orrerydb/testing"; ${REPARTITION("import")}`,
      ],
      [
        "CommonJS",
        "commonjs",
        `const { startOrrery } = require("orrerydb"); const { CosmosClient } = require("@azure/cosmos");
       const { hashSuffix } = require("@orrerydb/keys"); const { withSyntheticKey } = require("@orrerydb/keys/cosmos");
       for (const name of ["@orrerydb/keys/hash", "orrerydb/advisor", "orrerydb/testing"]) require(name); ${REPARTITION("require")}`,
      ],
    ])("every entry loads, and a fork answers, in %s", async (_, type, imports) => {
      project.write(`program-${type}/package.json`, { private: true, type });
      project.write(`program-${type}/main.js`, imports + USE);
      expect((await project.node(["main.js"], `program-${type}`)).stdout.trim()).toBe("2 200 function");
    });

    test.each([
      ["commonjs", "node16"],
      ["commonjs", "nodenext"],
      ["module", "node16"],
      ["module", "nodenext"],
      ["module", "bundler"],
    ])("types check: a project of type %s, resolved by %s", async (type, resolution) => {
      const place = `typed-${type}-${resolution}`;
      const isBundler = resolution === "bundler";
      project.write(`${place}/package.json`, { private: true, type });
      project.write(`${place}/tsconfig.json`, {
        compilerOptions: {
          strict: true,
          module: isBundler ? "esnext" : resolution,
          ...(isBundler && { moduleResolution: "bundler" }),
          target: "es2022",
          types: ["node"],
          noEmit: true,
          // Declarations of the SDK 4.0.0 are older than this compiler.
          skipLibCheck: project === oldest,
        },
      });
      project.write(`${place}/main.ts`, TYPED);
      const compiler = newest.command("typescript/bin/tsc");
      const { stdout } = await project.node([compiler, "-p", "."], place).catch((error) => error);
      expect(stdout).toBe("");
    });
  });

  const TYPED = `
  import { CosmosClient, type Container } from "@azure/cosmos";
  import { hashSuffix } from "@orrerydb/keys";
  import { withSyntheticKey } from "@orrerydb/keys/cosmos";
  import { effectivePartitionKey } from "@orrerydb/keys/hash";
  import * as advisor from "orrerydb/advisor";
  import * as repartition from "orrerydb/repartition";
  import { type Orrery, startOrrery } from "orrerydb";
  import { Expectations } from "orrerydb/testing";
  import { testOrrery } from "orrerydb/testing/node";

  export async function connect(): Promise<CosmosClient> {
    const orrery: Orrery = await startOrrery({ throttle: "enforce", environment: { now: () => 0 } });
    await new Expectations(() => orrery.control).expectSinglePartition(container(orrery.client()), "SELECT * FROM c");
    return orrery.client();
  }
  function container(client: CosmosClient): Container {
    return client.database("shop").container("carts");
  }
  export const strategy = hashSuffix({ from: ["/customer"], of: ["/id"], suffixes: 4, into: "/key" });
  export const all = [effectivePartitionKey, advisor, repartition, testOrrery({ partitions: 3 })];
  export const keyed = withSyntheticKey(container(testOrrery().client()), strategy);
  // @ts-expect-error: the options are typed
  void startOrrery({ throttle: "hard" });`;

  describe("bundlers", () => {
    const KEYS = `import { hashSuffix } from "@orrerydb/keys"; import { withSyntheticKey } from "@orrerydb/keys/cosmos";
    const strategy = hashSuffix({ from: ["/customer"], of: ["/id"], suffixes: 4, into: "/key" });
    console.log(typeof withSyntheticKey, typeof strategy.keyOf);`;

    test("esbuild takes the keys into a bundle for browsers, and leaves the server to Node", async () => {
      newest.write("bundled/keys.js", KEYS);
      newest.write(
        "bundled/server.js",
        'import { startOrrery } from "orrerydb"; const orrery = await startOrrery(); console.log(orrery.key.length); await orrery.stop();',
      );
      newest.write(
        "bundled/build.mjs",
        `import { build } from "esbuild";
       const common = { bundle: true, format: "esm", logLevel: "error" };
       await build({ ...common, entryPoints: ["keys.js"], platform: "browser", outfile: "out/keys.mjs" });
       await build({ ...common, entryPoints: ["server.js"], platform: "node", packages: "external", outfile: "out/server.mjs" });`,
      );
      await newest.node(["build.mjs"], "bundled");
      expect((await newest.node(["out/keys.mjs"], "bundled")).stdout.trim()).toBe("function function");
      expect((await newest.node(["out/server.mjs"], "bundled")).stdout.trim()).toBe("88");
    });

    test("Vite takes the keys into a bundle", async () => {
      newest.write("vite/main.js", KEYS);
      newest.write(
        "vite/build.mjs",
        `import { build } from "vite";
       await build({ root: ".", logLevel: "error", build: { lib: { entry: "main.js", formats: ["es"], fileName: "main" } } });`,
      );
      await newest.node(["build.mjs"], "vite");
      expect((await newest.node(["dist/main.js"], "vite")).stdout.trim()).toBe("function function");
    });
  });
});
