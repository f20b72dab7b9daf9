/** One line on standard error that says how far work has come, drawn in place; nothing where that is no terminal. */
const REDRAW_MS = 200;

export class StatusLine {
  #drawnMs: number;
  #isDrawn = false;

  /** Nothing is drawn in the first `quietMs`. */
  constructor(quietMs = 0) {
    this.#drawnMs = performance.now() + quietMs - REDRAW_MS;
  }

  /** `text` is called where the line is drawn: a few times a second at most. */
  draw(text: () => string): void {
    const now = performance.now();
    if (process.stderr.isTTY !== true || now - this.#drawnMs < REDRAW_MS) return;
    this.#drawnMs = now;
    this.#isDrawn = true;
    process.stderr.write(`\r\x1b[K${text()}`);
  }

  clear(): void {
    if (this.#isDrawn) process.stderr.write("\r\x1b[K");
    this.#isDrawn = false;
  }
}
