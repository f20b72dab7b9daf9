/** An editor: a plain field until the real one is loaded, so that nothing waits for it. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CodeEditor, EditorOptions } from "./code-editor.ts";

interface EditorProps extends Omit<EditorOptions, "host"> {
  /** What is wrong with the text, and where. */
  readonly fault?: { readonly from: number; readonly to: number; readonly message: string } | undefined;
  readonly rows: number;
}

export function Editor({ fault, rows, ...options }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | undefined>(undefined);
  const latest = useRef(options);
  latest.current = options;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isGone = false;
    void import("./code-editor.ts").then(({ createEditor }) => {
      if (isGone || host.current === null) return;
      editor.current = createEditor({
        ...latest.current,
        host: host.current,
        onChange: (text) => latest.current.onChange(text),
        onRun: () => latest.current.onRun?.(),
        completions: () => latest.current.completions?.() ?? [],
        history: () => latest.current.history?.() ?? [],
      });
      setReady(true);
    });
    return () => {
      isGone = true;
      editor.current?.destroy();
    };
  }, []);
  // At once: an effect that runs later would take back what was typed meanwhile.
  useLayoutEffect(() => editor.current?.setText(options.text), [options.text, isReady]);
  useEffect(() => editor.current?.mark(fault?.from, fault?.to, fault?.message), [fault, isReady]);
  return (
    <div class="editor" style={{ height: `${rows * 22 + 24}px` }}>
      <div ref={host} class="editor-host" />
      {!isReady && <p class="loading">Loading the editor…</p>}
    </div>
  );
}
