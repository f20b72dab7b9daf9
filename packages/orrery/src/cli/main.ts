/** The command `orrery`, which `bin/orrery.js` starts. A mistake or a hindrance is one plain sentence and a non-zero exit. */
import { PRODUCT_VERSION } from "../wire/product.ts";
import { check } from "./check.ts";
import { serve } from "./serve.ts";

const [command, ...rest] = process.argv.slice(2);

try {
  if (command === "--version") {
    process.stdout.write(`${PRODUCT_VERSION}\n`);
  } else if (command === "check") {
    process.exitCode = (await check(rest)) ? 0 : 1;
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
  const { code, errno, name, message, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === "EADDRINUSE")
    return `Port ${port} on ${address} is in use. Stop the other program, or choose another port with --port.`;
  // The system's own words name the file.
  if (errno !== undefined) return `That is not possible here: ${message}.`;
  if (name === "UsageError" || name === "FormatError" || name === "KeyValueError" || name === "Failure")
    return message;
  return (error as Error)?.stack ?? String(error);
}
