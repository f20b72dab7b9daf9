/** A setting that is JSON: an editor, and what is wrong with the text. What the server has meanwhile is taken over until somebody types. */

import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Editor } from "../../editor/editor.tsx";
import { useAttempts } from "../../parts/attempt.ts";
import { Failure } from "../../parts/failure.tsx";

interface JsonSettingProps {
  readonly title: string;
  readonly value: object;
  readonly mayWrite: boolean;
  readonly rows: number;
  readonly onSave: (value: unknown) => Promise<void>;
  readonly children: ComponentChildren;
}

export function JsonSetting({ title, value, mayWrite, rows, onSave, children }: JsonSettingProps) {
  const heading = useId();
  const stored = JSON.stringify(value, null, 2);
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const { reason, attempt } = useAttempts();
  const text = draft ?? stored;
  const parsed = parse(text);
  const save = async () => {
    if (parsed.fault !== undefined) return;
    await attempt(async () => {
      await onSave(parsed.value);
      setDraft(undefined);
    });
  };
  const isChanged = text !== stored;
  return (
    <section class="panel" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <Editor
        text={text}
        language="json"
        label={title}
        rows={rows}
        isReadOnly={!mayWrite}
        onChange={(next) => setDraft(next === stored ? undefined : next)}
        onRun={save}
      />
      {parsed.fault !== undefined && <p class="failure">{parsed.fault}</p>}
      <Failure reason={reason} />
      {children}
      {mayWrite && isChanged && (
        <div class="buttons">
          <button type="button" class="quiet" onClick={() => setDraft(undefined)}>
            Take back
          </button>
          <button type="button" class="primary" disabled={parsed.fault !== undefined} onClick={save}>
            Save {title.toLowerCase()}
          </button>
        </div>
      )}
    </section>
  );
}

function parse(text: string): { readonly value?: unknown; readonly fault?: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: `This is not JSON: ${(error as Error).message}.` };
  }
}
