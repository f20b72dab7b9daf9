/** The commands in a clone, before anything was built; `packaging.test.ts` has those of the published package. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { inheritedEnvironment, runToEnd, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test.each(["orrery", "orrerydb"])("npx %s finds the command of the clone", async (name) => {
  const { stdout } = await run("npx", ["--offline", name, "--help"], {
    cwd: ROOT,
    env: inheritedEnvironment(),
    shell: process.platform === "win32",
  });
  expect(stdout).toContain("orrery serve");
});

describe("without a build", () => {
  const clone = temporaryFolder("clone");
  const command = join(clone, "packages/orrery/bin/orrery.cjs");

  beforeAll(() => {
    const built = /packages[\\/](?:keys|orrery)[\\/](?:dist|node_modules)(?:[\\/]|$)/;
    cpSync(join(ROOT, "packages"), join(clone, "packages"), {
      recursive: true,
      filter: (source) => !built.test(source),
    });
    symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"), "junction");
    // The link above leads to the packages of this repository, which have a build.
    const links = join(clone, "packages/node_modules/@orrerydb");
    mkdirSync(links, { recursive: true });
    for (const name of ["keys", "exact-json", "repartition"])
      symlinkSync(join(clone, "packages", name), join(links, name), "junction");
    for (const name of ["keys", "orrery"])
      expect(existsSync(join(clone, "packages", name, "dist"))).toBe(false);
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "it serves until %s, which ends it in good order",
    async (signal) => {
      const server = await startProcess(["--memory", "--log-level", "error"], { command });
      const client = new SignedClient(server.endpoint, server.key);
      expect((await client.send("POST", "/dbs", { body: { id: "db" } })).status).toBe(201);
      client.close();
      expect(await server.end(signal)).toEqual({ code: 0, signal: null });
      expect(server.errors()).toBe("");
    },
  );

  test("it ends with the exit code of the command", async () => {
    expect(await runToEnd(["--version"], { command })).toMatchObject({ code: 0, errors: "" });
    expect(await runToEnd(["--port", "seventy"], { command })).toMatchObject({ code: 1, output: "" });
    expect(await runToEnd(["fly"], { command })).toMatchObject({ code: 2, output: "" });
  });
});
