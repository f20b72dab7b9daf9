/** The command `orrery`, which `bin/orrery.cjs` starts. A mistake or a hindrance is one plain sentence and a non-zero exit. */
import { PRODUCT_VERSION } from "../wire/product.ts";
import { isMissingPackage } from "./account/missing-package.ts";
import { COMMANDS } from "./commands.ts";
import { createPrivateFiles } from "./data/private-files.ts";
import { flagsByName, flagsOf, runCommand } from "./settings/command.ts";
import { refuseUnknownVariables } from "./settings/unknown-variables.ts";

/** Those whose message is a sentence for whoever typed the command. */
const PLAIN_ERRORS = new Set([
  "UsageError",
  "FormatError",
  "KeyValueError",
  "Failure",
  "RepartitionError",
  "SeedError",
  "SyntheticKeyError",
]);

createPrivateFiles();

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${plainSentence(error)}\n`);
  process.exitCode = 1;
});

async function main(args: readonly string[]): Promise<void> {
  const [first, ...rest] = args;
  if (first === "--version") {
    process.stdout.write(`${PRODUCT_VERSION}\n`);
  } else if (first === undefined || first.startsWith("-")) {
    await run("serve", args);
  } else {
    await run(first, rest);
  }
}

async function run(name: string, args: readonly string[]): Promise<void> {
  const listed = COMMANDS.find((each) => each.name === name);
  if (listed === undefined) {
    process.stderr.write(`There is no command '${name}'. See orrery --help.\n`);
    process.exitCode = 2;
    return;
  }
  if (name !== "serve") process.stdout.on("error", endWithoutReader);
  const { command } = await listed.load();
  await refuseUnknownVariables(process.env, flagsOf(command), () => flagsByName(COMMANDS));
  if ((await runCommand(command, listed, args, COMMANDS)) === false) process.exitCode = 1;
}

/** Whoever reads the output, such as `head`, has seen enough. */
function endWithoutReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit();
}

function plainSentence(error: unknown): string {
  const { code, errno, name, message, path, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === "EADDRINUSE")
    return `Port ${port} on ${address} is in use. Stop the other program, or choose another port with --port.`;
  if (code === "ENOENT" && path !== undefined) return `There is no file ${path}.`;
  if (code === "ENOTDIR" && path !== undefined)
    return `${path} cannot be: a part of it is a file, and no folder.`;
  // The system's own words name the file.
  if (errno !== undefined) return `That is not possible here: ${message}.`;
  if (isMissingPackage(error) && message.includes("@azure/cosmos"))
    return "This command needs the package @azure/cosmos beside this one: npm install @azure/cosmos.";
  // Of the SDK: nobody answered.
  if (name === "RestError" && ["ECONNRESET", "EPIPE"].includes(String(code)))
    return `The server closed the connection before it had answered: it was stopped, or has failed. See its log. (${message})`;
  if (name === "RestError") return `The endpoint cannot be reached: ${message}. Check its address.`;
  if (PLAIN_ERRORS.has(name)) return message;
  return (error as Error)?.stack ?? String(error);
}
