/** A program on the Python SDK, with its default settings. */
import { fileURLToPath } from "node:url";
import { toolChain } from "../harness/tool-chains.ts";
import { describeClient } from "./client-checks.ts";

describeClient({
  name: "Python",
  source: fileURLToPath(new URL("python/program.py", import.meta.url)),
  toolChain: await toolChain("python", "that the Python SDK works on Orrery"),
  sendsText: false,
});
