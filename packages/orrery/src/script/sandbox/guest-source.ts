/** The text of the guest code, ready to be evaluated in a fresh realm. */
import { createCollection } from "../guest/collection.ts";
import { createFunctionWrapper } from "../guest/function-call.ts";
import { createGuestKit } from "../guest/guest-kit.ts";
import { createLog } from "../guest/log.ts";
import { createMessage } from "../guest/message.ts";
import { createOperationQueue } from "../guest/operation-queue.ts";
import { addQueryFunctions } from "../guest/query-builder.ts";
import { createRun } from "../guest/run.ts";
import { scriptLimits } from "../script-limits.ts";

/** Frames of this file are left out of the stacks that scripts are shown. */
export const GUEST_FILE = "guest.js";

/** Stands for the text of an error that cannot be read. */
export const NO_TEXT = "an error without text";

/**
 * How the result of a user-defined function leaves the sandbox. A number is the cheapest thing to carry over the border:
 * a text has to be copied, and to ask for the type of a value is a call of its own. So nearly every result is a number:
 * - a number leaves as it is, if it is smaller than `plainNumbersBelow` on either side of zero;
 * - undefined, null, true and false leave as one of the four numbers at the top of the range that stand for them;
 * - everything else, numbers of that size too, leaves as JSON text behind `json`, which no number begins with: read as
 *   a number, such a text is NaN.
 */
export const RESULT_CODE = {
  plainNumbersBelow: 2 ** 1020,
  undefined: 2 ** 1020,
  null: 2 ** 1021,
  true: 2 ** 1022,
  false: 2 ** 1023,
  json: "j",
} as const;

// Compilers that keep function names wrap functions in a helper of this name.
const PROLOGUE = "const __name = (target) => target;";

const parts = { createMessage, createOperationQueue, createCollection, addQueryFunctions, createLog };
const partsText = Object.entries(parts).map(([name, part]) => `${name}: ${part}`);

/** Evaluates to two functions: `describe`, and `open`, which begins a use of the realm with a configuration as JSON. */
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

/** Opens a wrapper of functions from a `UseStart`. */
export const functionSource = guestSource(`((createFunctionWrapper) =>
  (configText) => createFunctionWrapper(kit, ${JSON.stringify(RESULT_CODE)}, configText))(${createFunctionWrapper})`);
