/** A program on the Go SDK, with its default settings. */
import { fileURLToPath } from "node:url";
import { toolChain } from "../harness/tool-chains.ts";
import { describeClient } from "./client-checks.ts";

describeClient({
  name: "Go",
  source: fileURLToPath(new URL("go/main.go", import.meta.url)),
  toolChain: await toolChain("go", "that the Go SDK works on Orrery"),
  sendsText: true,
});
