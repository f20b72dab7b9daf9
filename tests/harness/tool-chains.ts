/**
 * The tool chains of other languages, where they are there: each installs its packages from its registry, and makes a
 * program out of a source file. Where one is missing, the tests that need it are skipped, and the console says so.
 */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findDotnet } from "./dotnet-tool-chain.ts";
import { cachedPackages } from "./package-cache.ts";

const run = promisify(execFile);
const CLIENTS = fileURLToPath(new URL("../clients", import.meta.url));
const JAVA_VERSION_MIN = 17;
/** A program that runs for seconds gains nothing from the slower of the two compilers. */
const SHORT_RUN = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
const MISTAKE_CHARS_MAX = 500;

/** What starts a program. */
export interface ProgramCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export type ToolChain =
  | {
      readonly kind: "ready";
      /** Makes the source file a program; what has to be built is built in the folder. */
      readonly build: (source: string, folder: string) => Promise<ProgramCommand>;
    }
  | { readonly kind: "missing"; readonly why: string };

export type Language = "python" | "java" | "go" | "dotnet";

/** The file that pins what a language's programs need. */
export const PINS: Readonly<Record<Language, string>> = {
  python: join(CLIENTS, "python/requirements.txt"),
  java: join(CLIENTS, "java/pom.xml"),
  go: join(CLIENTS, "go/go.mod"),
  dotnet: join(CLIENTS, "dotnet/packages.json"),
};

const FINDERS: Readonly<Record<Language, () => Promise<ToolChain>>> = {
  python: findPython,
  java: findJava,
  go: findGo,
  dotnet: () => findDotnet(PINS.dotnet),
};

/** Says on the console what is missing, and what is therefore not proven. */
export async function toolChain(language: Language, unproven: string): Promise<ToolChain> {
  const found = await FINDERS[language]().catch(
    (error: Error & { stderr?: string }): ToolChain => ({
      kind: "missing",
      why: (error.stderr || error.message).trim().slice(-MISTAKE_CHARS_MAX),
    }),
  );
  if (found.kind === "missing") {
    console.warn(`SKIPPED, not proven here: ${unproven}.\nThe tool chain for ${language}: ${found.why}`);
  }
  return found;
}

async function findPython(): Promise<ToolChain> {
  const python = await firstThatRuns(["python3", "python"], ["--version"]);
  if (python === undefined) return { kind: "missing", why: "there is no python3." };
  const packages = await cachedPackages({
    language: "python",
    pins: PINS.python,
    toolVersion: python.answer,
    install: async (folder) => {
      const pip = ["-m", "pip", "install", "--quiet", "--target", folder];
      await run(python.program, [...pip, "--requirement", PINS.python]);
    },
  });
  return {
    kind: "ready",
    build: async (source) => ({
      file: python.program,
      args: [source],
      environment: { PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: "1" },
    }),
  };
}

async function findJava(): Promise<ToolChain> {
  const java = await firstThatRuns(["java"], ["--version"]);
  const javac = await firstThatRuns(["javac"], ["--version"]);
  const version = Number(/^javac (\d+)/.exec(javac?.answer ?? "")?.[1]);
  if (java === undefined || !(version >= JAVA_VERSION_MIN)) {
    return { kind: "missing", why: `there is no JDK of version ${JAVA_VERSION_MIN} or newer.` };
  }
  const maven = await firstThatRuns(["mvn"], ["--version"]);
  if (maven === undefined) return { kind: "missing", why: "there is no Maven (mvn)." };
  const packages = await cachedPackages({
    language: "java",
    pins: PINS.java,
    toolVersion: "",
    install: async (folder) => {
      const goal = ["dependency:copy-dependencies", `-DoutputDirectory=${folder}`];
      await run(maven.program, ["--quiet", "--batch-mode", "--file", PINS.java, ...goal]);
    },
  });
  return {
    kind: "ready",
    build: async (source) => ({
      file: java.program,
      args: [...SHORT_RUN, "-cp", join(packages, "*"), source],
      environment: {},
    }),
  };
}

/** Go keeps modules and built packages in the user's caches by itself. */
async function findGo(): Promise<ToolChain> {
  const go = await firstThatRuns(["go"], ["version"]);
  if (go === undefined) return { kind: "missing", why: "there is no go." };
  await run(go.program, ["-C", join(CLIENTS, "go"), "mod", "download"]);
  return {
    kind: "ready",
    build: async (source, folder) => {
      mkdirSync(folder, { recursive: true });
      for (const name of ["go.mod", "go.sum"]) copyFileSync(join(CLIENTS, "go", name), join(folder, name));
      copyFileSync(source, join(folder, "main.go"));
      const program = join(folder, process.platform === "win32" ? "main.exe" : "main");
      await run(go.program, ["-C", folder, "build", "-o", program, "main.go"]);
      return { file: program, args: [], environment: {} };
    },
  };
}

async function firstThatRuns(
  programs: readonly string[],
  args: readonly string[],
): Promise<{ readonly program: string; readonly answer: string } | undefined> {
  for (const program of programs) {
    try {
      return { program, answer: (await run(program, [...args])).stdout.trim() };
    } catch {
      // The next one may be there.
    }
  }
  return undefined;
}
