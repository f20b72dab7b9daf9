/** The command `orrery`, which `bin/orrery.js` starts. A mistake or a hindrance is one plain sentence and a non-zero exit. */
import { PRODUCT_VERSION } from "../wire/product.ts";
import { backup } from "./backup.ts";
import { check } from "./check.ts";
import { record } from "./record.ts";
import { repair } from "./repair.ts";
import { restore } from "./restore.ts";
import { serve } from "./serve.ts";

const [command, ...rest] = process.argv.slice(2);

/** Those whose message is a sentence for whoever typed the command. */
const PLAIN_ERRORS = new Set(["UsageError", "FormatError", "KeyValueError", "Failure", "RepartitionError"]);

try {
  if (command === "--version") {
    process.stdout.write(`${PRODUCT_VERSION}\n`);
  } else if (command === "check") {
    process.exitCode = (await check(rest)) ? 0 : 1;
  } else if (command === "backup") {
    await backup(rest);
  } else if (command === "restore") {
    await restore(rest);
  } else if (command === "repair") {
    process.exitCode = (await repair(rest)) ? 0 : 1;
  } else if (command === "record") {
    await record(rest);
  } else if (command === "advise") {
    // Loaded when asked for: a server needs none of it.
    const { advise } = await import("./advise.ts");
    process.exitCode = (await advise(rest)) ? 0 : 1;
  } else if (command === "repartition") {
    // Loaded here: it needs the SDK, which serving does not.
    const { repartitionCommand } = await import("./repartition.ts");
    process.exitCode = (await repartitionCommand(rest)) ? 0 : 1;
  } else if (command === undefined || command.startsWith("-")) {
    await serve(process.argv.slice(2));
  } else if (command === "serve") {
    await serve(rest);
  } else {
    process.stderr.write(`There is no command '${command}'. See orrery --help.\n`);
    process.exitCode = 2;
  }
} catch (error) {
  process.stderr.write(`${plainSentence(error)}\n`);
  process.exitCode = 1;
}

function plainSentence(error: unknown): string {
  const { code, errno, name, message, path, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === "EADDRINUSE")
    return `Port ${port} on ${address} is in use. Stop the other program, or choose another port with --port.`;
  if (code === "ENOENT" && path !== undefined) return `There is no file ${path}.`;
  // The system's own words name the file.
  if (errno !== undefined) return `That is not possible here: ${message}.`;
  if (code === "ERR_MODULE_NOT_FOUND" && message.includes("@azure/cosmos"))
    return "This command needs the package @azure/cosmos beside this one: npm install @azure/cosmos.";
  // Of the SDK: nobody answered.
  if (name === "RestError") return `The endpoint cannot be reached: ${message}. Check its address.`;
  if (PLAIN_ERRORS.has(name)) return message;
  return (error as Error)?.stack ?? String(error);
}
