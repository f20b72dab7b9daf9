/** The fenced code blocks of a Markdown document, each with where it stands and what its fence says of it. */

export interface CodeBlock {
  /** The line of its fence, as editors count. */
  readonly line: number;
  /** The heading that it stands under. */
  readonly heading: string;
  /** The first word behind the fence; empty where there is none. */
  readonly language: string;
  /** What follows the first word. */
  readonly note: string;
  readonly text: string;
  /** The next block, where nothing but blank lines stands between. */
  readonly follower: CodeBlock | undefined;
}

export function codeBlocks(markdown: string): CodeBlock[] {
  const fence = /^(?<indent> *)```(?<info>.*)\n(?<text>(?:.*\n)*?)\k<indent>```(?=\n|$)/gm;
  const found = [...markdown.matchAll(fence)];
  const blocks: CodeBlock[] = [];
  for (let i = found.length - 1; i >= 0; i--) {
    const { index, groups, 0: whole } = found[i]!;
    const { indent, info, text } = groups as { indent: string; info: string; text: string };
    const [language = "", ...note] = info.trim().split(" ");
    const end = index + whole.length;
    const next = found[i + 1];
    const isFollowed = next !== undefined && markdown.slice(end, next.index).trim() === "";
    blocks.unshift({
      line: markdown.slice(0, index).split("\n").length,
      heading: headingBefore(markdown.slice(0, index)),
      language,
      note: note.join(" "),
      text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      follower: isFollowed ? blocks[0] : undefined,
    });
  }
  return blocks;
}

function headingBefore(markdown: string): string {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? "";
}
