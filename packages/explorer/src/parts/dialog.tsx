/** A question in front of the page: what will happen, and a button that does it. */

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useAttempts } from "./attempt.ts";
import { Failure } from "./failure.tsx";

interface DialogProps {
  readonly title: string;
  /** On the button. */
  readonly action: string;
  /** What the user must type to be taken seriously. */
  readonly typed?: string;
  readonly isDangerous?: boolean;
  readonly canAct?: boolean;
  /** It shows what came of it, and is closed by its user. */
  readonly staysOpen?: boolean;
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog(props: DialogProps) {
  const {
    title,
    action,
    typed,
    isDangerous,
    canAct = true,
    staysOpen = false,
    act,
    onClose,
    children,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [text, setText] = useState("");
  const [startedMs, setStarted] = useState<number | undefined>(undefined);
  const { reason, attempt } = useAttempts();
  useEffect(() => dialog.current?.showModal(), []);
  const isReady = canAct && startedMs === undefined && (typed === undefined || text === typed);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isReady) return;
    setStarted(Date.now());
    await attempt(async () => {
      await act();
      if (!staysOpen) onClose();
    });
    setStarted(undefined);
  };
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id={heading}>{title}</h2>
        {children}
        {typed !== undefined && (
          <label class="field">
            <span>
              Type <b>{typed}</b> to confirm
            </span>
            <input value={text} autocomplete="off" onInput={(event) => setText(event.currentTarget.value)} />
          </label>
        )}
        {startedMs !== undefined && <Progress sinceMs={startedMs} />}
        <Failure reason={reason} />
        <div class="buttons">
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            {staysOpen ? "Close" : "Cancel"}
          </button>
          <button type="submit" class={isDangerous ? "danger" : "primary"} disabled={!isReady}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function Progress({ sinceMs }: { readonly sinceMs: number }) {
  const [nowMs, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return (
    <p class="progress" role="status">
      <span class="bar" /> Under way for {Math.max(0, Math.round((nowMs - sinceMs) / 1000))} s. Reads and
      writes go on.
    </p>
  );
}
