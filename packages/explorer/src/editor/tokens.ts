/** Colours for queries and JSON. Whether a text is right is for the server to say: this is no second grammar. */
import type { StreamParser, StringStream } from "@codemirror/language";

/** What the server says that its keywords are. */
export function queryTokens(keywords: ReadonlySet<string>): StreamParser<null> {
  return { startState: () => null, token: (stream) => queryToken(stream, keywords) };
}

function queryToken(stream: StringStream, keywords: ReadonlySet<string>): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match("--")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return "string";
  if (stream.match(/^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return "number";
  if (stream.match(/^[@\w]+/)) return wordToken(stream, keywords);
  stream.next();
  return null;
}

function wordToken(stream: StringStream, keywords: ReadonlySet<string>): string | null {
  const word = stream.current().toUpperCase();
  if (["TRUE", "FALSE"].includes(word)) return "bool";
  if (["NULL", "UNDEFINED"].includes(word)) return "null";
  if (keywords.has(word)) return "keyword";
  return stream.match(/^\s*\(/, false) ? "variableName.function" : null;
}

export const jsonTokens: StreamParser<null> = {
  startState: () => null,
  token: (stream) => {
    if (stream.eatSpace()) return null;
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return stream.match(/^\s*:/, false) ? "propertyName" : "string";
    if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return "number";
    if (stream.match(/^(?:true|false)/)) return "bool";
    if (stream.match("null")) return "null";
    stream.next();
    return null;
  },
};
