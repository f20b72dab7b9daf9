/** `console.log`: one text, bounded by its length in the response header, where it is URL-encoded. */
import type { GuestKit } from "./guest-kit.ts";

export function createLog(
  kit: GuestKit,
  charactersMax: number,
): { write(...args: unknown[]): void; text(): string } {
  let text = "";
  let encodedLength = 0;

  /** The first argument may hold `%s`, one for each that follows, and `%%`. */
  function format(args: readonly unknown[]): string {
    let used = 0;
    const [first, ...values] = args;
    if (values.length === 0) return String(first);
    if (typeof first !== "string")
      throw kit.failure(400, "With several arguments, the first must be a string.");
    return first.replace(/%(%|s)/g, (_match, kind) => (kind === "%" ? "%" : String(values[used++])));
  }

  return {
    write(...args) {
      if (args.length === 0) throw kit.failure(400, "console.log needs an argument.");
      // A lone half of a pair has no UTF-8, and no URL encoding either.
      const line = format(args).replace(
        /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
        "\uFFFD",
      );
      const length = line.length > charactersMax ? line.length : encodeURIComponent(line).length;
      if (encodedLength + length > charactersMax) {
        throw kit.overLimit(`The log would be longer than ${charactersMax} URL-encoded characters.`);
      }
      encodedLength += length;
      text += line;
    },
    text: () => text,
  };
}
