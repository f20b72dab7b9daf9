/** A scan by statements of one session: each goes on where the one before it ended. */
import type { Row, ScanOptions } from "../key-value-store.ts";
import { CHUNK_BYTES, chunkSizes } from "../scan-limits.ts";
import { bytesOf } from "./bytes-of.ts";
import type { Answer, Session } from "./connections.ts";
import type { Statements } from "./statements.ts";

const NOTHING = Buffer.alloc(0);
const ZERO = Buffer.of(0);

/** So few rows are asked for by one statement, whatever their size. */
const FEW_ROWS = 16;

/** Whether one statement answers all of it, so that it needs no transaction to read one moment. */
export function isOneStatement({ limit, chunkRows = FEW_ROWS }: ScanOptions): boolean {
  return limit !== undefined && limit <= Math.min(chunkRows, FEW_ROWS);
}

export async function* scanChunks(
  session: Session,
  statements: Statements,
  space: number,
  options: ScanOptions,
): AsyncGenerator<readonly Row[]> {
  const position = new Position(statements, space, options);
  const sizes = chunkSizes(options);
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  const nextSize = () => Math.min(sizes.next().value as number, left);
  let asked = nextSize();
  let ahead: Promise<Answer> | undefined;
  for (let chunks = 1; left > 0; chunks++) {
    const answer = await (ahead ?? position.ask(session, asked));
    if (answer.length === 0) return;
    const rows = rowsOf(answer, options);
    left = rows.length < asked && !position.endsByBytes(rows) ? 0 : left - rows.length;
    position.moveBehind(answer);
    asked = nextSize();
    // A reader that comes for a second chunk is likely to want more: the next is read while this one is looked at.
    if (chunks > 1 && left > 0) (ahead = position.ask(session, asked)).catch(() => {});
    yield rows;
  }
}

/** What is still to be read of a range. */
class Position {
  readonly #statements: Statements;
  readonly #space: number;
  readonly #reverse: boolean;
  readonly #keysOnly: boolean;
  readonly #hasBytes: boolean;
  #from: Uint8Array;
  #to: Uint8Array | undefined;

  constructor(statements: Statements, space: number, options: ScanOptions) {
    this.#statements = statements;
    this.#space = space;
    this.#reverse = options.reverse ?? false;
    this.#keysOnly = options.keysOnly ?? false;
    this.#hasBytes = !this.#keysOnly && !isOneStatement(options);
    this.#from = options.from ?? NOTHING;
    this.#to = options.to;
  }

  ask(session: Session, rows: number): Promise<Answer> {
    const to = this.#to;
    const shape = { reverse: this.#reverse, keysOnly: this.#keysOnly, hasBytes: this.#hasBytes };
    return session.query(this.#statements.scan({ ...shape, hasEnd: to !== undefined }), [
      this.#space | 0,
      asBuffer(this.#from),
      rows,
      ...(this.#hasBytes ? [CHUNK_BYTES] : []),
      ...(to === undefined ? [] : [asBuffer(to)]),
    ]);
  }

  /** Whether there were so many bytes that the server left out the rest. */
  endsByBytes(rows: readonly Row[]): boolean {
    return this.#hasBytes && rows.reduce((sum, { value }) => sum + value.length, 0) >= CHUNK_BYTES;
  }

  moveBehind(answer: Answer): void {
    const last = bytesOf(answer.at(-1)![0]!);
    // A key followed by a zero is the very next one.
    if (this.#reverse) this.#to = last;
    else this.#from = Buffer.concat([last, ZERO]);
  }
}

function rowsOf(answer: Answer, { keysOnly = false, valuesOnly = false }: ScanOptions): Row[] {
  return answer.map(([key, value]) => ({
    key: valuesOnly ? NOTHING : bytesOf(key!),
    value: keysOnly ? NOTHING : bytesOf(value!),
  }));
}

/** The driver sends nothing else as bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes);
}
