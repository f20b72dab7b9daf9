/**
 * Counts the work of WebAssembly code inside the code itself, so that no script can outlast its allowance.
 *
 * The interpreter offers an interrupt handler, but asks it only between bytecodes: one call of
 * `[].indexOf.call({ length: 2 ** 53 })`, or ten thousand copies of a long string, pass without a question, and on
 * the main thread nothing else could stop them. Here every function entry and every turn of a loop costs one step,
 * and a bulk copy one step per 16 bytes; when the exported global `steps` falls below zero, the code traps. Nothing
 * that takes time is free: straight code between two charges is bounded by the size of a function.
 *
 * The binary format is that of https://webassembly.github.io/spec/core/binary/. An instruction that the reader does
 * not know is a bug found at start-up, not a gap in the count.
 */
import assert from "node:assert/strict";

/** Name of the exported, mutable i32 global that holds what may still be spent. */
export const STEPS_EXPORT = "steps";

const SECTION = { import: 2, global: 6, export: 7, code: 10 } as const;
const HEADER_BYTES = 8;
const I32 = 0x7f;
const MUTABLE = 1;
const GLOBAL_KIND = 3;
const OP = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  branchTable: 0x0e,
  callIndirect: 0x11,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  i32LessSigned: 0x48,
  i32Subtract: 0x6b,
  i32ShiftRightUnsigned: 0x76,
  extended: 0xfc,
} as const;
const EXTENDED = { memoryInit: 8, dataDrop: 9, memoryCopy: 10, memoryFill: 11 } as const;
const NO_RESULT = 0x40;
const BYTES_PER_STEP_SHIFT = 4;
/** The largest i32, in signed LEB128: a module's start function runs before anybody can set the count. */
const START_STEPS = [0xff, 0xff, 0xff, 0xff, 0x07];

/** Adds the count to a module; its exports stay as they are, and `steps` is added. */
export function meterModule(wasm: Uint8Array): Uint8Array {
  const reader = new Reader(wasm, HEADER_BYTES);
  const output: Uint8Array[] = [wasm.subarray(0, HEADER_BYTES)];
  let globals = 0;
  while (!reader.atEnd) {
    const id = reader.byte();
    let content = reader.bytes(reader.unsigned());
    if (id === SECTION.import) globals += countImportedGlobals(content);
    if (id === SECTION.global) {
      const defined = new Reader(content).unsigned();
      content = extendVector(content, 2, [...mutableGlobal(START_STEPS), ...mutableGlobal([0])]);
      globals += defined;
    }
    if (id === SECTION.export) {
      const name = Buffer.from(STEPS_EXPORT);
      content = extendVector(content, 1, [name.length, ...name, GLOBAL_KIND, ...unsigned(globals)]);
    }
    if (id === SECTION.code) content = meterCode(content, globals);
    output.push(Uint8Array.from([id, ...unsigned(content.length)]), content);
  }
  return Buffer.concat(output);
}

function meterCode(content: Uint8Array, stepsIndex: number): Uint8Array {
  const reader = new Reader(content);
  const charges = new Charges(stepsIndex);
  const count = reader.unsigned();
  const output: Uint8Array[] = [Uint8Array.from(unsigned(count))];
  for (let index = 0; index < count; index++) {
    const body = meterFunction(reader, charges);
    output.push(Uint8Array.from(unsigned(body.length)), body);
  }
  return Buffer.concat(output);
}

function meterFunction(reader: Reader, charges: Charges): Uint8Array {
  const size = reader.unsigned();
  const end = reader.position + size;
  const parts: Uint8Array[] = [];
  let copied = reader.position;
  const insert = (charge: Uint8Array, at: number): void => {
    parts.push(reader.slice(copied, at), charge);
    copied = at;
  };
  for (let groups = reader.unsigned(); groups > 0; groups--) {
    reader.unsigned();
    reader.byte();
  }
  insert(charges.step, reader.position);
  while (reader.position < end) {
    const start = reader.position;
    const instruction = readInstruction(reader);
    if (instruction === "loop") insert(charges.step, reader.position);
    if (instruction === "bulk") insert(charges.bulk, start);
  }
  assert.equal(reader.position, end, "an instruction was misread");
  parts.push(reader.slice(copied, end));
  return Buffer.concat(parts);
}

/** The two inserted sequences. The second keeps the byte count, which lies on the stack, in a global of its own. */
class Charges {
  readonly step: Uint8Array;
  readonly bulk: Uint8Array;

  constructor(stepsIndex: number) {
    const steps = unsigned(stepsIndex);
    const bytes = unsigned(stepsIndex + 1);
    const getSteps = [OP.globalGet, ...steps];
    const spend = [OP.i32Subtract, OP.globalSet, ...steps];
    const trapBelowZero = [
      ...getSteps,
      ...[OP.i32Const, 0, OP.i32LessSigned, OP.if, NO_RESULT, OP.unreachable, OP.end],
    ];
    const byteSteps = [OP.globalGet, ...bytes, OP.i32Const, BYTES_PER_STEP_SHIFT, OP.i32ShiftRightUnsigned];
    this.step = Uint8Array.from([...getSteps, OP.i32Const, 1, ...spend, ...trapBelowZero]);
    this.bulk = Uint8Array.from([
      ...[OP.globalSet, ...bytes],
      ...[...getSteps, ...byteSteps, ...spend, ...trapBelowZero],
      ...[OP.globalGet, ...bytes],
    ]);
  }
}

/** Reads one instruction with its immediates and says whether it is charged. */
function readInstruction(reader: Reader): "loop" | "bulk" | "plain" {
  const op = reader.byte();
  switch (op) {
    case OP.loop:
      reader.skipLeb();
      return "loop";
    case OP.block:
    case OP.if:
    case OP.i32Const:
    case OP.i64Const:
      reader.skipLeb();
      return "plain";
    case OP.branchTable:
      for (let labels = reader.unsigned(); labels >= 0; labels--) reader.skipLeb();
      return "plain";
    case OP.callIndirect:
      reader.skipLeb();
      reader.skipLeb();
      return "plain";
    case OP.f32Const:
      reader.bytes(4);
      return "plain";
    case OP.f64Const:
      reader.bytes(8);
      return "plain";
    case OP.extended:
      return readExtendedInstruction(reader);
  }
  for (let left = immediateCount(op); left > 0; left--) reader.skipLeb();
  return "plain";
}

/** How many numbers follow an instruction that has no case of its own. */
function immediateCount(op: number): number {
  // unreachable, nop, else, end, return, drop, select; comparisons, arithmetic, conversions, sign extensions
  if ([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b].includes(op) || (op >= 0x45 && op <= 0xc4)) return 0;
  // br, br_if, call; local and global access; memory.size and memory.grow
  if ([0x0c, 0x0d, 0x10, 0x3f, 0x40].includes(op) || (op >= 0x20 && op <= 0x24)) return 1;
  // loads and stores
  if (op >= 0x28 && op <= 0x3e) return 2;
  return assert.fail(`unknown WebAssembly instruction 0x${op.toString(16)}`);
}

function readExtendedInstruction(reader: Reader): "bulk" | "plain" {
  const op = reader.unsigned();
  if (op < EXTENDED.memoryInit) return "plain"; // saturating conversions
  reader.skipLeb();
  if (op === EXTENDED.dataDrop) return "plain";
  if (op === EXTENDED.memoryFill) return "bulk";
  reader.skipLeb();
  if (op === EXTENDED.memoryCopy || op === EXTENDED.memoryInit) return "bulk";
  return assert.fail(`unknown WebAssembly instruction 0xfc ${op}`);
}

function countImportedGlobals(content: Uint8Array): number {
  const reader = new Reader(content);
  let globals = 0;
  for (let left = reader.unsigned(); left > 0; left--) {
    reader.bytes(reader.unsigned());
    reader.bytes(reader.unsigned());
    const kind = reader.byte();
    if (kind === 0) reader.skipLeb();
    else if (kind === GLOBAL_KIND) {
      reader.bytes(2);
      globals++;
    } else {
      if (kind === 1) reader.byte();
      const hasMaximum = reader.byte() & 1;
      reader.skipLeb();
      if (hasMaximum) reader.skipLeb();
    }
  }
  return globals;
}

function mutableGlobal(initial: readonly number[]): number[] {
  return [I32, MUTABLE, OP.i32Const, ...initial, OP.end];
}

function extendVector(content: Uint8Array, added: number, elements: readonly number[]): Uint8Array {
  const reader = new Reader(content);
  const count = reader.unsigned();
  return Buffer.concat([
    Uint8Array.from(unsigned(count + added)),
    content.subarray(reader.position),
    Uint8Array.from(elements),
  ]);
}

/** Unsigned LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

class Reader {
  position: number;
  readonly #source: Uint8Array;

  constructor(source: Uint8Array, position = 0) {
    this.#source = source;
    this.position = position;
  }

  get atEnd(): boolean {
    return this.position >= this.#source.length;
  }

  byte(): number {
    assert(!this.atEnd, "the WebAssembly module is cut short");
    return this.#source[this.position++]!;
  }

  bytes(count: number): Uint8Array {
    this.position += count;
    return this.slice(this.position - count, this.position);
  }

  slice(start: number, end: number): Uint8Array {
    return this.#source.subarray(start, end);
  }

  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const next = this.byte();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) return value >>> 0;
    }
  }

  /** Passes a LEB128 number of either sign, or a block type. */
  skipLeb(): void {
    while (this.byte() >= 0x80);
  }
}
