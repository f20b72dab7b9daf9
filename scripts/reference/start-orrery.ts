/** docs/start-orrery.md: type and description of each option and member, from the interfaces that programs see. */
import { type Member, SOURCES, SourceFile } from "./declarations.ts";
import { withPart } from "./markdown.ts";

const FILES = {
  OrreryOptions: "cli/server/start-orrery.ts",
  Orrery: "cli/server/start-orrery.ts",
  StorageLimits: "engine/container/storage-limits.ts",
  Environment: "engine/ground/environment.ts",
} as const;

/** Options that are objects, whose members are listed. */
const OBJECTS: Readonly<Record<string, keyof typeof FILES>> = {
  storageLimits: "StorageLimits",
  environment: "Environment",
};

export function startOrreryPage(page: string): string {
  let filled = page;
  for (const name of ["OrreryOptions", "Orrery"] as const) {
    for (const member of membersOf(name)) {
      const inner = name === "Orrery" ? undefined : OBJECTS[member.name];
      const list =
        inner && membersOf(inner).map((each) => `- \`${signature(each)}\`: ${each.comment.text}\n`);
      const text = `\`${signature(member)}\`\n\n${member.comment.text}\n${list ? `\n${list.join("")}` : ""}`;
      filled = withPart(filled, `${name}.${member.name}`, text);
    }
  }
  return filled;
}

function membersOf(name: keyof typeof FILES): readonly Member[] {
  const { members } = new SourceFile(`${SOURCES}${FILES[name]}`).declaration(name);
  for (const { name: member, comment } of members!) {
    if (comment.text === "") throw new Error(`'${name}.${member}' needs a comment that says what it is.`);
  }
  return members!;
}

function signature({ name, isOptional, isMethod, type }: Member): string {
  return `${name}${isOptional ? "?" : ""}${isMethod ? "" : ": "}${type}`;
}
