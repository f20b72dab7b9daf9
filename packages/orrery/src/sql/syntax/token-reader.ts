/**
 * What every rule of the grammar is made of: looking at a token, taking it, failing at it. And the two bounds that
 * keep a tree walkable: nesting, counted on the way down, and height, counted on the way up.
 */

import type { Span } from "./ast.ts";
import { Lexer, type TokenKind } from "./lexer.ts";
import { QuerySyntaxError } from "./query-error.ts";
import { queryLimits } from "./query-limits.ts";

export class TokenReader {
  protected readonly lexer: Lexer;
  /** Height of the tree that was built last. */
  protected height = 0;
  private nesting = 0;

  constructor(text: string) {
    this.lexer = new Lexer(text);
  }

  protected isAt(kind: TokenKind): boolean {
    return this.lexer.kind === kind;
  }

  protected accept(kind: TokenKind): boolean {
    if (!this.isAt(kind)) return false;
    this.lexer.advance();
    return true;
  }

  /** Where the expected token stood. */
  protected expect(kind: TokenKind): Span {
    const at = { start: this.lexer.start, end: this.lexer.end };
    if (!this.accept(kind)) this.fail();
    return at;
  }

  protected parseName(): string {
    if (!isNameable(this.lexer.kind)) this.fail();
    const name = this.lexer.content;
    this.lexer.advance();
    return name;
  }

  protected fail(): never {
    this.failAt(this.lexer);
  }

  protected failAt(at: Span): never {
    this.lexer.failNear(at.start, at.end);
  }

  protected enter(): void {
    if (++this.nesting > queryLimits.nestingMax) this.failNesting();
  }

  protected leave(): void {
    this.nesting--;
  }

  /** The tree gained a level above the part built last and one of height `other`. */
  protected grow(other: number): void {
    this.height = Math.max(this.height, other) + 1;
    if (this.height > queryLimits.heightMax) this.failNesting();
  }

  private failNesting(): never {
    throw new QuerySyntaxError(
      "The query is nested too deeply; split it, or use fewer brackets.",
      this.lexer,
    );
  }
}

/** Words that came to the language late, and so may still be names. */
export function isNameable(kind: TokenKind): boolean {
  return (
    kind === "name" ||
    kind === "ALL" ||
    kind === "FIRST" ||
    kind === "LAST" ||
    kind === "RANK" ||
    kind === "ESCAPE"
  );
}
