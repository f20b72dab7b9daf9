/**
 * CodeMirror, in a chunk of its own that is loaded when an editor is first shown. It lives in a shadow root: there its style
 * sheets are adopted, not written into the page, which the content security policy would refuse.
 */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeCompletion,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { javaScriptTokens } from "./script-tokens.ts";
import { jsonTokens, queryTokens } from "./tokens.ts";

const LANGUAGES = {
  json: () => jsonTokens,
  query: queryTokens,
  javascript: () => javaScriptTokens,
};

export interface EditorOptions {
  readonly host: HTMLElement;
  readonly text: string;
  readonly language: keyof typeof LANGUAGES;
  readonly label: string;
  readonly isReadOnly?: boolean;
  readonly keywords?: readonly string[];
  /** Words; properties only behind a dot. */
  readonly completions?: () => readonly Completion[];
  /** Whole texts of before, to begin with. */
  readonly history?: () => readonly string[];
  readonly onChange: (text: string) => void;
  /** Ctrl or Command with Enter. */
  readonly onRun?: () => void;
}

export interface CodeEditor {
  setText(text: string): void;
  /** Marks what is wrong; nothing without a message. */
  mark(from?: number, to?: number, message?: string): void;
  destroy(): void;
}

const HISTORY_MAX = 5;

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.string, color: "var(--calm)" },
  { tag: tags.number, color: "var(--hot)" },
  { tag: [tags.bool, tags.null], color: "var(--hot)" },
  { tag: tags.propertyName, color: "var(--ink)", fontWeight: "600" },
  { tag: tags.comment, color: "var(--muted)" },
  { tag: tags.function(tags.variableName), color: "var(--accent)" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--ink)", fontSize: "13.5px", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--ink)", padding: "12px 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--muted)", border: "none" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--line) !important",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--surface)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxWidth: "min(560px, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent-soft)",
    color: "var(--ink)",
  },
  ".cm-diagnostic": { fontFamily: "inherit" },
  // Its own is an image, which the content security policy does not let in.
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--hot)" },
});

export function createEditor(options: EditorOptions): CodeEditor {
  const { host, text, language, label, keywords = [], isReadOnly = false, onChange, onRun } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const parent = document.createElement("div");
  parent.style.height = "100%";
  root.replaceChildren(parent);
  const view = new EditorView({
    root,
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(
          keymap.of([
            {
              key: "Mod-Enter",
              run: (view) => {
                closeCompletion(view);
                onRun?.();
                return onRun !== undefined;
              },
            },
          ]),
        ),
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        EditorView.lineWrapping,
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of({ "aria-label": label }),
        StreamLanguage.define<unknown>(LANGUAGES[language](new Set(keywords))),
        syntaxHighlighting(colours),
        look,
        autocompletion({
          icons: false,
          override: [
            (context) => wordCompletions(context, options),
            (context) => historyOf(context, options),
          ],
        }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText: (next) => {
      if (next !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    mark: (from, to, message) => {
      const end = view.state.doc.length;
      const diagnostics: Diagnostic[] =
        message === undefined
          ? []
          : [
              {
                from: Math.min(from ?? 0, Math.max(0, end - 1)),
                to: Math.min(Math.max(to ?? 0, (from ?? 0) + 1), end),
                severity: "error",
                message,
              },
            ];
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    destroy: () => view.destroy(),
  };
}

function wordCompletions(
  context: CompletionContext,
  { completions }: EditorOptions,
): CompletionResult | null {
  const word = context.matchBefore(/[\w.]+/);
  if (completions === undefined || (word === null && !context.explicit)) return null;
  const dot = word?.text.lastIndexOf(".") ?? -1;
  const typed = word?.text.slice(dot + 1).toUpperCase();
  const wanted = completions().filter(({ type }) => (type === "property") === dot >= 0);
  // A whole word needs no completion.
  if (!context.explicit && wanted.some(({ label }) => label.toUpperCase() === typed)) return null;
  return { from: (word?.from ?? context.pos) + dot + 1, options: wanted };
}

function historyOf(context: CompletionContext, { history: before }: EditorOptions): CompletionResult | null {
  const typed = context.state.sliceDoc(0, context.pos);
  const isAtEnd = context.pos === context.state.doc.length;
  if (before === undefined || !isAtEnd || (typed.trim() === "" && !context.explicit)) return null;
  const options = before()
    .filter((text) => text !== typed && text.toUpperCase().startsWith(typed.toUpperCase()))
    .slice(0, HISTORY_MAX)
    .map((text) => ({
      label: text.replace(/\s+/g, " "),
      apply: (view: EditorView) => replaceAll(view, text),
      detail: "before",
    }));
  // At the cursor, although all that stands before it is replaced: the list opens where its first option begins.
  return options.length === 0 ? null : { from: context.pos, options, filter: false };
}

function replaceAll(view: EditorView, text: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: text.length },
  });
}
