/**
 * One WebAssembly instance of the JavaScript interpreter, with a memory that cannot grow past its maximum and a
 * count of steps that cannot be evaded. This, not the interpreter, is the wall: script code has no host function to
 * call, and what it does to the interpreter stays in this memory. The interpreter's own memory limit is not used,
 * because it does not hold.
 *
 * After each use the memory is wound back to a copy, so that nothing of one script is left for the next. Once a
 * script has enlarged the memory or was stopped in the middle of an instruction, the sandbox is not reusable, and is
 * left to the garbage collector whole.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type {
  EmscriptenModuleLoader,
  QuickJSContext,
  QuickJSEmscriptenModule,
  QuickJSSyncVariant,
  QuickJSWASMModule,
} from "quickjs-emscripten-core";
import { ScriptError } from "../script-error.ts";
import { scriptLimits } from "../script-limits.ts";
import { meterModule, STEPS_EXPORT } from "./meter-module.ts";

/** What the interpreter asks for at its start: 16 MB, of which it touches one. */
const INITIAL_PAGES = 256;
const PAGE_BYTES = 64 * 1024;

/** Loaded with the first script. In its CommonJS form the variant is one level deeper. */
async function interpreterPackage() {
  const [{ newQuickJSWASMModuleFromVariant }, { default: found }] = await Promise.all([
    import("quickjs-emscripten-core"),
    import("@jitl/quickjs-wasmfile-release-sync"),
  ]);
  const variant = ("default" in found ? found.default : found) as unknown as QuickJSSyncVariant;
  return { newQuickJSWASMModuleFromVariant, variant };
}

let compiled: WebAssembly.Module | undefined;

/** The metered interpreter, compiled once; threads can be given it, and share the machine code. */
export function sandboxModule(): WebAssembly.Module {
  if (compiled === undefined) {
    const path = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
    compiled = new WebAssembly.Module(meterModule(readFileSync(path)));
  }
  return compiled;
}

export interface SandboxOptions {
  readonly module: WebAssembly.Module;
  readonly memoryPages: number;
  readonly stackBytes: number;
}

export class Sandbox {
  readonly #interpreter: QuickJSWASMModule;
  readonly #memory: WebAssembly.Memory;
  readonly #steps: WebAssembly.Global;
  readonly #stackBytes: number;
  #start = new Uint8Array();
  #broken = false;
  #stepsTaken = 0;

  private constructor(
    interpreter: QuickJSWASMModule,
    memory: WebAssembly.Memory,
    steps: WebAssembly.Global,
    stackBytes: number,
  ) {
    this.#interpreter = interpreter;
    this.#memory = memory;
    this.#steps = steps;
    this.#stackBytes = stackBytes;
  }

  static async create({ module, memoryPages, stackBytes }: SandboxOptions): Promise<Sandbox> {
    const wasmMemory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: memoryPages });
    let instance: WebAssembly.Instance | undefined;
    const options = {
      wasmMemory,
      // An interpreter that gives up must not write to the server's console.
      print: () => undefined,
      printErr: () => undefined,
      thisProgram: "script",
      instantiateWasm(imports: object, onSuccess: (instance: WebAssembly.Instance) => void) {
        instance = new WebAssembly.Instance(module, imports);
        onSuccess(instance);
        return instance.exports;
      },
    };
    const { newQuickJSWASMModuleFromVariant, variant } = await interpreterPackage();
    const interpreter = await newQuickJSWASMModuleFromVariant({
      ...variant,
      importModuleLoader: async () => {
        const load = await variant.importModuleLoader();
        return async () =>
          withFastStrings(await (load as EmscriptenModuleLoader<QuickJSEmscriptenModule>)(options));
      },
    });
    const steps = instance?.exports[STEPS_EXPORT] as WebAssembly.Global;
    return new Sandbox(interpreter, wasmMemory, steps, stackBytes);
  }

  /** It was stopped in the middle of an instruction: nothing in it may be touched again. */
  get broken(): boolean {
    return this.#broken;
  }

  get enlarged(): boolean {
    return this.#memory.buffer.byteLength > INITIAL_PAGES * PAGE_BYTES;
  }

  get reusable(): boolean {
    return !this.#broken && !this.enlarged;
  }

  newContext(): QuickJSContext {
    return this.enter(scriptLimits.runSteps, () => {
      const runtime = this.#interpreter.newRuntime();
      runtime.setMaxStackSize(this.#stackBytes);
      return runtime.newContext();
    });
  }

  /** Keeps the present state, for `rewind` to come back to. */
  keepState(): void {
    const words = new Uint32Array(this.#memory.buffer);
    let used = words.length;
    while (used > 0 && words[used - 1] === 0) used--;
    this.#start = new Uint8Array(this.#memory.buffer).slice(0, used * words.BYTES_PER_ELEMENT);
  }

  /**
   * Undoes everything since `keepState`. Handles made since then are dead, and must not even be disposed of. What
   * lies past the copy is free memory to the interpreter, as it was before.
   */
  rewind(): void {
    assert(this.reusable, "a sandbox that is not reusable must be dropped");
    new Uint8Array(this.#memory.buffer).set(this.#start);
  }

  /** Steps of all entries since `countAnew`; of one that was stopped for its steps, its allowance. */
  get stepsTaken(): number {
    return this.#stepsTaken;
  }

  countAnew(): void {
    this.#stepsTaken = 0;
  }

  /** Runs work inside the sandbox with an allowance of steps. Whatever stops it there is the script's failure. */
  enter<T>(steps: number, work: () => T): T {
    this.#steps.value = steps;
    try {
      return work();
    } catch (error) {
      if (error instanceof ScriptError) throw error;
      this.#broken = true;
      throw this.#explain(error);
    } finally {
      this.#stepsTaken += steps - Math.max(0, this.#steps.value);
    }
  }

  #explain(error: unknown): unknown {
    if (this.#steps.value < 0) return new ScriptError("timeout", "The script did more work than it may.");
    if (error instanceof RangeError) return tooDeep();
    if (!(error instanceof WebAssembly.RuntimeError)) return error;
    return this.enlarged
      ? outOfMemory()
      : new ScriptError("limit", "The script brought its interpreter down.");
  }
}

/** Strings are written by Node's own encoder, which takes a small part of the time of going by characters. */
function withFastStrings(module: QuickJSEmscriptenModule): QuickJSEmscriptenModule {
  module.lengthBytesUTF8 = (text) => Buffer.byteLength(text);
  module.stringToUTF8 = (text, pointer, bytesMax) => {
    if ((pointer as number) === 0) throw outOfMemory();
    const target = Buffer.from(module.HEAPU8.buffer, pointer, bytesMax);
    target[target.write(text)] = 0;
  };
  return module;
}

export function tooDeep(): ScriptError {
  return new ScriptError("limit", "The script is nested too deeply.");
}

export function outOfMemory(): ScriptError {
  return new ScriptError("memory", "The script needs more memory than it may have.");
}
