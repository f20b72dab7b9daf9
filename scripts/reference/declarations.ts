/** Reads interfaces, types, lists and numbers of a source file, with their doc comments. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const SOURCES = `${ROOT}packages/orrery/src/`;

export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isMethod: boolean;
  /** As written, without `readonly` and line breaks. */
  readonly type: string;
  readonly comment: Comment;
}

export interface Declaration {
  readonly name: string;
  readonly comment: Comment;
  /** The interface whose members it has too. */
  readonly base?: string;
  /** Of an interface; undefined for another type. */
  readonly members?: readonly Member[];
  readonly type: string;
}

/** The sentences of a doc comment, and the texts behind its tags. */
export interface Comment {
  readonly text: string;
  readonly tags: Readonly<Record<string, string>>;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  // biome-ignore lint/suspicious/noExplicitAny: the nodes of a tree are of a hundred types
  readonly [member: string]: any;
}

export class SourceFile {
  readonly #text: string;
  readonly #path: string;
  readonly #body: readonly Node[];
  readonly #comments: readonly Node[];

  constructor(path: string) {
    this.#path = path;
    this.#text = readFileSync(path, "utf8");
    const { program, comments, errors } = parseSync(path, this.#text);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
    this.#body = program.body as unknown as Node[];
    this.#comments = comments as unknown as Node[];
  }

  /** Interfaces and types in their order. */
  declarations(): Declaration[] {
    return this.#body.flatMap((statement) => {
      const node: Node | undefined = statement.declaration ?? statement;
      if (node?.type === "TSTypeAliasDeclaration")
        return [
          { name: node.id.name, comment: this.#commentOf(statement), type: this.#type(node.typeAnnotation) },
        ];
      if (node?.type !== "TSInterfaceDeclaration") return [];
      const base: string | undefined = node.extends[0]?.expression.name;
      return [
        {
          name: node.id.name,
          comment: this.#commentOf(statement),
          ...(base !== undefined && { base }),
          members: node.body.body.map((member: Node) => this.#member(member)),
          type: "",
        },
      ];
    });
  }

  declaration(name: string): Declaration {
    const found = this.declarations().find((each) => each.name === name);
    if (found === undefined) throw new Error(`${this.#path} declares no ${name}.`);
    return found;
  }

  /** The strings of a constant list, with their comments. */
  list(name: string): { readonly value: string; readonly comment: Comment }[] {
    const { elements } = plain(this.#constant(name));
    return elements.map((each: Node) => ({ value: each.value, comment: this.#commentOf(each) }));
  }

  /** The numbers that a constant, or a member of an object of limits, is set to. */
  numbers(name: string): number[] {
    const node = plain(this.#constant(name));
    if (node.type === "ObjectExpression")
      return node.properties.map((each: Node) => this.#number(each.value));
    return [this.#number(node)];
  }

  #constant(name: string): Node {
    const found = [...this.#named(this.#body, name)][0];
    if (found === undefined) throw new Error(`${this.#path} sets no ${name}.`);
    return found;
  }

  /** The values of constants and members of that name, wherever they are set. */
  *#named(node: unknown, name: string): Generator<Node> {
    if (Array.isArray(node)) for (const each of node) yield* this.#named(each, name);
    else if (typeof node === "object" && node !== null && "type" in node) {
      const { type, id, key, init, value } = node as Node;
      if (type === "VariableDeclarator" && id.name === name && init !== null) yield init;
      if (type === "Property" && key.name === name && isNumeric(plain(value))) yield value;
      for (const member of Object.values(node)) yield* this.#named(member, name);
    }
  }

  #number(node: Node): number {
    const { type, value, operator, left, right, name } = plain(node);
    if (type === "Literal") return value;
    if (type === "Identifier") return this.numbers(name)[0]!;
    const [a, b] = [this.#number(left), this.#number(right)];
    if (operator === "*") return a * b;
    if (operator === "+") return a + b;
    if (operator === "**") return a ** b;
    throw new Error(`${this.#path}: no number can be read of '${this.#text.slice(node.start, node.end)}'.`);
  }

  #member(node: Node): Member {
    const { key, optional, typeAnnotation, returnType } = node;
    const isMethod = node.type === "TSMethodSignature";
    const type = isMethod
      ? this.#text.slice(key.end, returnType.end)
      : this.#type(typeAnnotation.typeAnnotation);
    return {
      name: key.name ?? key.value,
      isOptional: optional,
      isMethod,
      type: type.replace(/\s+/g, " "),
      comment: this.#commentOf(node),
    };
  }

  #type(node: Node): string {
    return this.#text
      .slice(node.start, node.end)
      .replace(/\/\*\*.*?\*\//gs, "")
      .replaceAll("readonly ", "")
      .replace(/\s+/g, " ")
      .replace(/; \}/g, " }")
      .replace(/^\| /, "");
  }

  #commentOf({ start }: Node): Comment {
    const before = this.#comments.findLast(({ end }) => end <= start);
    const isDoc = before?.value.startsWith("*") && this.#text.slice(before.end, start).trim() === "";
    if (before === undefined || !isDoc) return { text: "", tags: {} };
    const [text, ...tags] = before.value
      .slice(1)
      .replace(/\n\s*\*/g, " ")
      .replace(/\s+/g, " ")
      .split(/ @(?=\w)/) as [string, ...string[]];
    return {
      text: text.trim(),
      tags: Object.fromEntries(
        tags.map((tag) => [tag.split(" ", 1)[0]!, tag.slice(tag.indexOf(" ") + 1).trim()]),
      ),
    };
  }
}

function isNumeric({ type }: Node): boolean {
  return type === "BinaryExpression" || type === "Literal";
}

/** Without `as const` and its like. */
function plain(node: Node): Node {
  return /^TS(As|Satisfies)Expression$/.test(node.type) ? plain(node.expression) : node;
}
