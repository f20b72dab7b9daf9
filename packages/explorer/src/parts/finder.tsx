/** The bar above rows that keep coming: which of them to show, and whether to go on. */
import type { ComponentChildren } from "preact";

interface FinderProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isPaused: boolean;
  readonly onPause: (isPaused: boolean) => void;
  /** Choices, before the text. */
  readonly children: ComponentChildren;
}

export function Finder({ label, placeholder, text, onText, isPaused, onPause, children }: FinderProps) {
  return (
    <div class="panel finder">
      {children}
      <label class="field grow">
        <span class="hidden">{label}</span>
        <input
          type="search"
          value={text}
          placeholder={placeholder}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      </label>
      <button type="button" class="quiet" aria-pressed={isPaused} onClick={() => onPause(!isPaused)}>
        {isPaused ? "Go on" : "Pause"}
      </button>
    </div>
  );
}
