import { useState } from "preact/hooks";

/** Copies a text, and says that it did. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button type="button" class="copy" aria-label={`Copy ${what}`} onClick={copy}>
      {isDone ? "Copied" : "Copy"}
    </button>
  );
}
