/** Around an editor of something on the server: what to do with it, and what if another client has changed it meanwhile. */
import type { ComponentChildren } from "preact";

interface StaleProps {
  readonly what: string;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
  /** Behind the sentence. */
  readonly note?: string;
  readonly children?: ComponentChildren;
}

export function Stale({ what, onTheirs, onMine, note, children }: StaleProps) {
  return (
    <div class="conflict" role="alert">
      <p>
        <b>Somebody has changed this {what} since you opened it.</b> {note}
      </p>
      {children}
      <div class="buttons left">
        <button type="button" class="quiet" onClick={onTheirs}>
          Take theirs
        </button>
        <button type="button" class="quiet" onClick={onMine}>
          Write mine over it
        </button>
      </div>
    </div>
  );
}

interface EditButtonsProps {
  readonly isNew: boolean;
  readonly canSave: boolean;
  readonly onSave: () => void;
  readonly onDelete: () => void;
  /** For one that exists already. */
  readonly children?: ComponentChildren;
}

export function EditButtons({ isNew, canSave, onSave, onDelete, children }: EditButtonsProps) {
  return (
    <div class="buttons">
      {!isNew && (
        <>
          <button type="button" class="quiet" onClick={onDelete}>
            Delete…
          </button>
          {children}
        </>
      )}
      <button type="button" class="primary" disabled={!canSave} onClick={onSave}>
        {isNew ? "Create" : "Save"}
      </button>
    </div>
  );
}
