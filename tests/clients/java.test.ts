/** A program on the Java SDK, in both of its modes; direct is its default. */
import { fileURLToPath } from "node:url";
import { toolChain } from "../harness/tool-chains.ts";
import { describeClient } from "./client-checks.ts";

const java = await toolChain("java", "that the Java SDK works on Orrery");

for (const mode of ["gateway", "direct"]) {
  describeClient({
    name: `Java, ${mode} mode`,
    source: fileURLToPath(new URL("java/Program.java", import.meta.url)),
    toolChain: java,
    sendsText: false,
    settings: { ORRERY_MODE: mode },
  });
}
