/** Asks before a move is cut over, rolled back, ended or given up, and says what will happen. */

import type { MoveAction, MoveState } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.tsx";

interface Question {
  readonly title: string;
  readonly action: string;
  readonly words: (move: MoveState, container: string) => string;
  /** A member of the body that a tick sets. */
  readonly tick?: { readonly member: string; readonly words: string };
}

const WRITERS_STOPPED = {
  member: "writersStopped",
  words: "Nobody writes now (needed where deletes cannot be followed)",
};

const QUESTIONS: Readonly<Partial<Record<MoveAction, Question>>> = {
  "cut-over": {
    title: "Cut over",
    action: "Cut over",
    words: ({ to }, container) =>
      `Writers wait for a moment while the rest is brought over. Then “${container}” has the new key, and the items of before are in “${to}”, which is kept up to date, so that you can roll back.`,
    tick: WRITERS_STOPPED,
  },
  "roll-back": {
    title: "Roll back",
    action: "Roll back",
    words: (_, container) =>
      `“${container}” gets its former key again, with everything that was written since. Writers wait for a moment.`,
    tick: WRITERS_STOPPED,
  },
  complete: {
    title: "End the move",
    action: "End it",
    words: ({ to }) => `“${to}” is no longer kept up to date, and there is no way back.`,
    tick: { member: "deleteFormer", words: "Delete the former container as well" },
  },
  cancel: {
    title: "Give up the move",
    action: "Give up",
    words: (_, container) => `“${container}” stays as it is.`,
    tick: { member: "deleteTarget", words: "Delete the container that was being filled" },
  },
};

interface MoveActionDialogProps {
  readonly action: MoveAction;
  readonly move: MoveState;
  readonly container: string;
  readonly act: (body: object) => Promise<void>;
  readonly onClose: () => void;
}

export function MoveActionDialog({ action, move, container, act, onClose }: MoveActionDialogProps) {
  const [isTicked, setTicked] = useState(false);
  const question = QUESTIONS[action];
  if (question === undefined) return null;
  const { title, action: button, words, tick } = question;
  return (
    <Dialog
      title={title}
      action={button}
      isDangerous={action === "complete"}
      act={() => act(isTicked && tick !== undefined ? { [tick.member]: true } : {})}
      onClose={onClose}
    >
      <p class="preview">{words(move, container)}</p>
      {tick !== undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={isTicked}
            onChange={(event) => setTicked(event.currentTarget.checked)}
          />
          {tick.words}
        </label>
      )}
    </Dialog>
  );
}
