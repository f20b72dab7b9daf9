/** Colours for scripts. Comments and texts between backticks go over lines; all else is told from the word itself. */
import type { StreamParser, StringStream } from "@codemirror/language";

const KEYWORDS = new Set(
  `async await break case catch class const continue default delete do else extends finally for function if in instanceof
   let new of return static super switch this throw try typeof var void while yield`.split(/\s+/),
);
/** What scripts get from the server. */
const GIVEN = new Set(["getContext", "__", "console"]);

interface ScriptState {
  /** What has begun and not ended yet. */
  inside: "comment" | "template" | undefined;
}

export const javaScriptTokens: StreamParser<ScriptState> = {
  startState: () => ({ inside: undefined }),
  token: (stream, state) => {
    if (state.inside !== undefined) return readOn(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.inside = "comment";
      return readOn(stream, state);
    }
    if (stream.eat("`")) {
      state.inside = "template";
      return readOn(stream, state);
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return "string";
    if (stream.match(/^\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return "number";
    if (stream.match(/^[\w$]+/)) return wordToken(stream.current());
    stream.next();
    return null;
  },
};

function readOn(stream: StringStream, state: ScriptState): string {
  const token = state.inside === "comment" ? "comment" : "string";
  const rest = state.inside === "comment" ? /^.*?\*\// : /^(?:[^`\\]|\\.)*`/;
  if (stream.match(rest)) state.inside = undefined;
  else stream.skipToEnd();
  return token;
}

function wordToken(word: string): string | null {
  if (word === "true" || word === "false") return "bool";
  if (word === "null" || word === "undefined") return "null";
  if (KEYWORDS.has(word)) return "keyword";
  return GIVEN.has(word) ? "variableName.function" : null;
}
