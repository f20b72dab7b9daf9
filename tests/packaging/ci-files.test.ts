/** Dockerfile, compose file and action name variables, flags and files that are there. No container is built. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { command as serve } from "../../packages/orrery/src/cli/commands/serve.ts";
import { command as wait } from "../../packages/orrery/src/cli/commands/wait.ts";
import { variableOf } from "../../packages/orrery/src/cli/settings/flags.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
const variables = serve.flags.map(({ name }) => variableOf(name));

test.each(["Dockerfile", "docs/ci.md"])("%s sets variables that are read", (file) => {
  const named = read(file).match(/\bORRERY_[A-Z_]+/g)!;
  expect(named.length).toBeGreaterThan(0);
  expect(variables).toEqual(expect.arrayContaining(named));
});

test("the image runs without root, gets signals itself, and asks a command that is there", () => {
  const dockerfile = read("Dockerfile");
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^ENTRYPOINT \["orrery"\]$/m);
  const [, health] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile)!;
  const [program, command, flag] = JSON.parse(health!) as string[];
  expect([program, command]).toEqual(["orrery", "wait"]);
  expect(wait.flags.map(({ name }) => `--${name}`)).toContain(flag);
  for (const folder of ["packages/keys", "packages/orrery"]) {
    expect(dockerfile).toContain(`./${folder}`);
    expect(existsSync(join(ROOT, folder, "package.json"))).toBe(true);
  }
});

test("the example of compose has a read-only root, and publishes for this machine alone", () => {
  const { services } = parse(read("compose.yaml"));
  expect(services.orrery).toMatchObject({ build: ".", read_only: true, cap_drop: ["ALL"] });
  for (const port of services.orrery.ports as string[]) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/);
});

test("the action's outputs come from a step that it has", () => {
  const { outputs, runs } = parse(read("action.yml"));
  const ids = (runs.steps as { id?: string }[]).map(({ id }) => id);
  for (const { value } of Object.values<{ value: string }>(outputs)) {
    expect(ids).toContain(/steps\.(\w+)\.outputs/.exec(value)![1]);
  }
});
