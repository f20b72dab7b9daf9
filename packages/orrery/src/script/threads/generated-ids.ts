/** The ids of items that a script creates without one: different from each other, and the same for the same seed. */
import { createHash } from "node:crypto";
import type { Seed } from "../guest/guest-kit.ts";

/** In the form of a random UUID (version 4), as the service generates them. */
export function generatedIds(seed: Seed): () => string {
  let generated = 0;
  return () => {
    const bytes = createHash("sha256").update(`${seed} ${generated++}`).digest();
    bytes[6] = 0x40 | (bytes[6]! & 0x0f);
    bytes[8] = 0x80 | (bytes[8]! & 0x3f);
    return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };
}
