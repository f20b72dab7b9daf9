/** A file of lines that begins anew when it is full; the former ones get numbers, and the oldest is deleted. */
import { type FileHandle, open, rename, rm } from "node:fs/promises";

export const FILES_KEPT = 4;

export class RotatedFile {
  readonly #path: string;
  readonly #sizeMax: number;
  #file: FileHandle | undefined;
  #size = 0;

  /** What is there is kept as a former file. */
  constructor(path: string, sizeMax: number) {
    this.#path = path;
    this.#sizeMax = sizeMax;
  }

  async write(lines: readonly string[]): Promise<void> {
    this.#file ??= await this.#next();
    let text = "";
    for (const line of lines) {
      const bytes = Buffer.byteLength(line);
      if (this.#size + bytes > this.#sizeMax && this.#size > 0) {
        await this.#file.write(text);
        text = "";
        await this.#file.close();
        this.#file = await this.#next();
      }
      text += line;
      this.#size += bytes;
    }
    if (text !== "") await this.#file.write(text);
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #next(): Promise<FileHandle> {
    await rm(`${this.#path}.${FILES_KEPT}`, { force: true });
    for (let i = FILES_KEPT - 1; i >= 0; i--) {
      await rename(formerFile(this.#path, i), formerFile(this.#path, i + 1)).catch(ignoreMissing);
    }
    this.#size = 0;
    return open(this.#path, "w");
  }
}

/** 0 is the file itself. */
export function formerFile(path: string, i: number): string {
  return i === 0 ? path : `${path}.${i}`;
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}
