/** The text of the guest code, ready to be evaluated in a fresh realm. */
import { createCollection } from "./guest/collection.ts";
import { createFunctionWrapper } from "./guest/function-call.ts";
import { createGuestKit } from "./guest/guest-kit.ts";
import { createLog } from "./guest/log.ts";
import { createMessage } from "./guest/message.ts";
import { createOperationQueue } from "./guest/operation-queue.ts";
import { addQueryFunctions } from "./guest/query-builder.ts";
import { createRun } from "./guest/run.ts";
import { scriptLimits } from "./script-limits.ts";

/** Frames of this file are left out of the stacks that scripts are shown. */
export const GUEST_FILE = "guest.js";

/** What is said of an error whose text cannot be read. */
export const NO_TEXT = "an error without text";

/**
 * How a function answers: a number below `constants` by itself, the four constants by numbers above it that stand for
 * them, and everything else by JSON text after `json`, which no number looks like.
 */
export const ANSWER = {
  constants: 1e308,
  undefined: 1.1e308,
  null: 1.2e308,
  true: 1.3e308,
  false: 1.4e308,
  json: "j",
} as const;

// Compilers that keep function names wrap functions in a helper of this name.
const PROLOGUE = "const __name = (target) => target;";

const parts = { createMessage, createOperationQueue, createCollection, addQueryFunctions, createLog };
const partsText = Object.entries(parts).map(([name, part]) => `${name}: ${part}`);

/** Evaluates to `describe` and `open`, which makes a use of the realm from its configuration as JSON text. */
function guestSource(open: string): string {
  return `(() => {
    ${PROLOGUE}
    const kit = (${createGuestKit})(${JSON.stringify({ ...scriptLimits, noText: NO_TEXT })});
    return { describe: kit.describe, open: ${open} };
  })()`;
}

/** Opens a `GuestRun` from a `RunConfig`. */
export const runSource =
  guestSource(`((createRun, parts) => (configText) => createRun(kit, parts, configText))(
  ${createRun}, { ${partsText.join(", ")} })`);

/** Opens a wrapper of functions from a `FunctionConfig`. */
export const functionSource = guestSource(`((createFunctionWrapper) =>
  (configText) => createFunctionWrapper(kit, ${JSON.stringify(ANSWER)}, configText))(${createFunctionWrapper})`);
