/** docs/control-api-reference.md: every request with its body and answer, from `api/control-api.ts`. */
import { type Declaration, type Member, SOURCES, SourceFile } from "./declarations.ts";
import { code, table, withPart } from "./markdown.ts";

export function controlApiPage(page: string): string {
  const all = new SourceFile(`${SOURCES}api/control-api.ts`).declarations();
  const calls = all.find(({ name }) => name === "ControlCalls")!.members!;
  const types = all.slice(all.findIndex(({ name }) => name === "ControlBody") + 1);
  const known = new Set(types.map(({ name }) => name));
  const requests = table(
    ["request", "what it does", "parameters or body", "answer"],
    calls.map(({ name, type, comment }) => {
      const [answer, body, query] = argumentsOf(type);
      const taken = body === undefined || body === "undefined" ? query : body;
      return [
        code(name),
        needed(comment.text, name),
        taken === undefined ? "" : linked(taken, known),
        answer === "string" ? "text" : linked(answer!, known),
      ];
    }),
  );
  const sections = types.map((type) => sectionOf(type, known)).join("\n");
  return withPart(withPart(page, "requests", requests), "types", `\n${sections}\n`);
}

/** `A`, `B` and `C` of `Call<A, B, C>`. */
function argumentsOf(type: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of /^Call<(.*)>$/.exec(type)![1]!) {
    if ("<{([".includes(character)) depth++;
    if (">})]".includes(character)) depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

function sectionOf({ name, comment, base, members, type }: Declaration, known: ReadonlySet<string>): string {
  const also = base === undefined ? "" : `The members of ${linked(base, known)}, and these.`;
  const text = [comment.text, also].filter((part) => part !== "").join(" ");
  const body =
    members === undefined
      ? `${linked(type, known)}\n`
      : table(
          ["member", "type", "what"],
          members.map((member) => [nameOf(member), linked(member.type, known), member.comment.text]),
        );
  return `### ${name}\n\n${text === "" ? "" : `${text}\n\n`}${body}`;
}

function nameOf({ name, isOptional }: Member): string {
  return code(`${name}${isOptional ? "?" : ""}`);
}

/** A type as code, in which the names of this page are links. */
function linked(type: string, known: ReadonlySet<string>): string {
  const names = new RegExp(`(?<!")\\b(${[...known].join("|")})\\b`);
  return type
    .replaceAll(" | undefined", "")
    .split(names)
    .map((part) => {
      if (known.has(part)) return `[${part}](#${part.toLowerCase()})`;
      return part.replace(/\S(?:.*\S)?/, (text) => code(text));
    })
    .join("");
}

function needed(text: string, name: string): string {
  if (text === "") throw new Error(`'${name}' needs a comment that says what it does.`);
  return text;
}
