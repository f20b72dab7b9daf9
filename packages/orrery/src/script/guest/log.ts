/** `console.log`: one text, bounded by its length in the response header, where it is URL-encoded. */
import type { GuestKit } from "./guest-kit.ts";

export function createLog(
  kit: GuestKit,
  charactersMax: number,
): { write(...args: unknown[]): void; text(): string } {
  let text = "";
  let encodedLength = 0;

  /** A text that comes first may hold `%s` for values that follow, and `%%`; what is left of them comes behind it. */
  function format([first, ...values]: readonly unknown[]): string {
    if (values.length === 0 || typeof first !== "string") return [first, ...values].map(String).join(" ");
    let used = 0;
    const filled = first.replace(/%(%|s)/g, (match, kind) => {
      if (kind === "%") return "%";
      return used < values.length ? String(values[used++]) : match;
    });
    return [filled, ...values.slice(used).map(String)].join(" ");
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
