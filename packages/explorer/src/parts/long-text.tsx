/** Text that may be too long or too wide for its place: it is scrolled, with the keyboard too. */
import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  readonly text: string;
  /** What can be copied; absent: nothing, and a long text is cut in height. */
  readonly copies?: string;
}

export function CodeBlock({ text, copies }: CodeBlockProps) {
  return (
    <div class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard */}
      <pre tabIndex={0} class={copies === undefined ? "scroll" : ""}>
        <code>{text}</code>
      </pre>
      {copies !== undefined && <CopyButton text={text} what={copies} />}
    </div>
  );
}

export function JsonText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard
    <section class="scroll tall json" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}
