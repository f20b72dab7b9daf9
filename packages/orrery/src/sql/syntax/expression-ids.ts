/**
 * Numbers for expressions: the same for those that mean the same, wherever they are and however they are written. Each
 * node is visited once, so that an expression and all its parts are numbered in the time that one of them takes.
 */

/** Where a node is in the text, and how it was written. */
const SPELLING: ReadonlySet<string> = new Set(["at", "dotted", "parameter"]);

export class ExpressionIds {
  readonly #idsByNode = new Map<object, number>();
  readonly #idsByContent = new Map<string, number>();

  /** `node` is an expression, or any other part of a syntax tree. */
  idOf(node: object): number {
    const known = this.#idsByNode.get(node);
    if (known !== undefined) return known;
    const content = this.#contentOf(node);
    const id = this.#idsByContent.get(content) ?? this.#idsByContent.size;
    this.#idsByContent.set(content, id);
    this.#idsByNode.set(node, id);
    return id;
  }

  #contentOf(node: object): string {
    if (Array.isArray(node)) return `[${node.map((item) => this.#textOf(item)).join()}]`;
    // A value is no part of the tree, whatever its members are called.
    if ("kind" in node && node.kind === "literal" && "value" in node)
      return `literal:${JSON.stringify(node.value)}`;
    return Object.entries(node)
      .filter(([name]) => !SPELLING.has(name))
      .map(([name, value]) => `${JSON.stringify(name)}:${this.#textOf(value)}`)
      .join();
  }

  #textOf(value: unknown): string {
    if (typeof value === "object" && value !== null) return `#${this.idOf(value)}`;
    return value === undefined ? "undefined" : JSON.stringify(value);
  }
}
