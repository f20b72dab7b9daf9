/** A program on the Java SDK, in the two modes that it has. */
import { fileURLToPath } from "node:url";
import { toolChain } from "../harness/tool-chains.ts";
import { describeClient } from "./client-checks.ts";

const java = await toolChain("java", "that the Java SDK works on Orrery, in gateway mode");

for (const mode of ["gateway"]) {
  describeClient({
    name: `Java, ${mode} mode`,
    source: fileURLToPath(new URL("java/Program.java", import.meta.url)),
    toolChain: java,
    settings: { ORRERY_MODE: mode },
  });
}
