/** The part of the WebAssembly interface that the sandbox uses; Node's types know `WebAssembly.Module` only as a type. */
declare namespace WebAssembly {
  const Module: new (bytes: Uint8Array) => Module;

  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  const Instance: new (module: Module, imports: object) => Instance;

  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  const Memory: new (limits: { initial: number; maximum: number }) => Memory;

  interface Global {
    value: number;
  }
  const Global: new (type: { value: "i32"; mutable: boolean }, value: number) => Global;

  const RuntimeError: new (message?: string) => Error;
}
