/**
 * The .NET client without a .NET SDK: npm has a self-contained program with the runtime and the Cosmos assemblies, PyPI
 * the reference assemblies to compile against, and Debian a compiler (mono-mcs). The host of that program starts the
 * assembly of a fixed name beside it, so a program is compiled to that name among links to the other files.
 */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { cachedPackages } from "./package-cache.ts";
import type { ToolChain } from "./tool-chains.ts";

const run = promisify(execFile);

const HOST = "azmcp";
/** What is needed of the runtime's package, which is a quarter of it. */
const RUNTIME_FILE =
  /^(System\.|lib(?!msal|mscord)|Microsoft\.(Azure\.Cosmos|Bcl|CSharp|Win32)|Newtonsoft\.Json|Azure\.Core\.dll|mscorlib|netstandard|azmcp$|azmcp\.runtimeconfig)/;
/** Left out of what a program is compiled against: they have types of the runtime's assemblies once more. */
const NO_REFERENCE = /^(System\.Private\.Xml|Microsoft\.VisualBasic|System\.Runtime\.WindowsRuntime)/;
const COSMOS = [
  "Microsoft.Azure.Cosmos.Client.dll",
  "Microsoft.Azure.Cosmos.Core.dll",
  "Microsoft.Azure.Cosmos.Direct.dll",
  "Azure.Core.dll",
  "System.ClientModel.dll",
];

export async function findDotnet(pins: string): Promise<ToolChain> {
  if (process.platform !== "linux" || process.arch !== "x64")
    return { kind: "missing", why: "its packages are for Linux on x64." };
  const compiler = await run("mcs", ["--version"]).catch(() => undefined);
  if (compiler === undefined) return { kind: "missing", why: "there is no C# compiler (mcs, of mono-mcs)." };
  const packages = await cachedPackages({
    language: "dotnet",
    pins,
    toolVersion: "",
    install: (folder) => install(folder, JSON.parse(readFileSync(pins, "utf8"))),
  });
  return { kind: "ready", build: (source, folder) => compile(source, folder, packages) };
}

async function install(folder: string, versions: Readonly<Record<string, string>>): Promise<void> {
  const [runtime, references] = Object.entries(versions) as [[string, string], [string, string]];
  const runtimeFolder = join(folder, "runtime");
  await run("npm", ["pack", "--silent", "--pack-destination", folder, runtime.join("@")]);
  await run("tar", ["-xzf", join(folder, only(folder, ".tgz")), "-C", folder, "package/dist"]);
  renameSync(join(folder, "package/dist"), runtimeFolder);
  for (const name of readdirSync(runtimeFolder))
    if (!RUNTIME_FILE.test(name)) rmSync(join(runtimeFolder, name), { recursive: true });
  const pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder];
  await run("python3", [...pip, references.join("==")]);
  await run("python3", ["-m", "zipfile", "-e", join(folder, only(folder, ".whl")), join(folder, "wheel")]);
  const shared = join(folder, "wheel/dotnetcore2/bin/shared/Microsoft.NETCore.App", references[1]);
  renameSync(shared, join(folder, "references"));
  for (const name of [only(folder, ".tgz"), only(folder, ".whl"), "package", "wheel"])
    rmSync(join(folder, name), { recursive: true });
}

function only(folder: string, extension: string): string {
  return readdirSync(folder).find((name) => name.endsWith(extension))!;
}

async function compile(source: string, folder: string, packages: string) {
  const runtime = join(packages, "runtime");
  const references = join(packages, "references");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(runtime))
    if (!name.startsWith(HOST)) symlinkSync(join(runtime, name), join(folder, name));
  // The host looks for what it starts where it is itself, behind links.
  for (const name of [HOST, `${HOST}.runtimeconfig.json`])
    copyFileSync(join(runtime, name), join(folder, name));
  const assemblies = [
    ...readdirSync(references)
      .filter((name) => name.endsWith(".dll") && !NO_REFERENCE.test(name))
      .map((name) => join(references, name)),
    ...COSMOS.map((name) => join(runtime, name)),
  ];
  await run("mcs", [
    "-noconfig",
    "-nostdlib",
    "-langversion:7",
    `-out:${join(folder, `${HOST}.dll`)}`,
    ...assemblies.map((path) => `-r:${path}`),
    source,
  ]);
  return { file: join(folder, HOST), args: [], environment: { DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" } };
}
