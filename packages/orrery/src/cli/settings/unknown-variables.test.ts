import { expect, test } from "vitest";
import { refuseUnknownVariables } from "./unknown-variables.ts";

const OWN = [{ name: "port", value: "N", help: "" }];
const ALL = [
  ["serve", OWN],
  ["query", [{ name: "page-size", value: "N", help: "" }]],
] as const;

async function refusal(variables: NodeJS.ProcessEnv): Promise<string | undefined> {
  return refuseUnknownVariables(variables, OWN, async () => ALL).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

test("a variable that no command reads is refused, with the nearest that one does", async () => {
  expect(await refusal({ ORRERY_PROT: "1" })).toBe(
    "The variable ORRERY_PROT is read by no command. Did you mean ORRERY_PORT?",
  );
  expect(await refusal({ ORRERY_PAGESIZE: "1" })).toContain("Did you mean ORRERY_PAGE_SIZE?");
  expect(await refusal({ ORRERY_HYPERDRIVE: "1" })).toContain("See --help");
  expect(await refusal({ ORRERY_FOO: "1" })).toContain("See --help");
});

test("those of other commands, of other programs, and of a Kubernetes service named orrery pass", async () => {
  const service = {
    ORRERY_SERVICE_HOST: "10.0.0.1",
    ORRERY_SERVICE_PORT_HTTP: "1",
    ORRERY_PORT_8081_TCP: "",
  };
  expect(await refusal({ ORRERY_PORT: "1", ORRERY_PAGE_SIZE: "5", PATH: "", ...service })).toBeUndefined();
});

test("the flags of other commands are not loaded for nothing", async () => {
  const load = () => Promise.reject(new Error("loaded"));
  await refuseUnknownVariables({ ORRERY_PORT: "1", HOME: "/" }, OWN, load);
});
