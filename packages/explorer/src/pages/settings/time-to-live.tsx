/** How long items live: for ever, as each says itself, or so many seconds unless it says otherwise. */

import { useState } from "preact/hooks";
import { useAttempts } from "../../parts/attempt.ts";
import { Choice } from "../../parts/choice.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Field } from "../container-dialogs.tsx";

interface TimeToLiveProps {
  /** As in the definition: undefined is off, -1 is on without a default. */
  readonly seconds: number | undefined;
  readonly mayWrite: boolean;
  readonly onSave: (seconds: number | undefined) => Promise<void>;
}

type Mode = "off" | "perItem" | "default";

const WORDS: Readonly<Record<Mode, string>> = {
  off: "Items stay until they are deleted, whatever their own “ttl” says.",
  perItem: "An item with a “ttl” goes so many seconds after its last change; others stay.",
  default: "Items go so many seconds after their last change, unless their own “ttl” says otherwise.",
};
const SECONDS_MAX = 2_147_483_647;
const DAY_SECONDS = 86_400;

function modeOf(seconds: number | undefined): Mode {
  if (seconds === undefined) return "off";
  return seconds === -1 ? "perItem" : "default";
}

export function TimeToLive({ seconds, mayWrite, onSave }: TimeToLiveProps) {
  const [mode, setMode] = useState(modeOf(seconds));
  const [text, setText] = useState(String(seconds !== undefined && seconds > 0 ? seconds : DAY_SECONDS));
  const { reason, attempt } = useAttempts();
  const wanted = mode === "off" ? undefined : mode === "perItem" ? -1 : Number(text);
  const isRight =
    mode !== "default" || (Number.isInteger(Number(text)) && Number(text) > 0 && Number(text) <= SECONDS_MAX);
  const save = (event: Event) => {
    event.preventDefault();
    void attempt(() => onSave(wanted));
  };
  return (
    <form class="panel" aria-labelledby="ttl-title" onSubmit={save}>
      <h2 id="ttl-title">Time to live</h2>
      <Choice
        label="How long items live"
        options={[
          ["off", "Off"],
          ["perItem", "As items say"],
          ["default", "A default"],
        ]}
        value={mode}
        disabled={!mayWrite}
        onChoose={setMode}
      />
      {mode === "default" && <Field label="Seconds" value={text} onInput={setText} />}
      <p class="caption">{WORDS[mode]}</p>
      <Failure reason={reason} />
      {mayWrite && wanted !== seconds && (
        <div class="buttons">
          <button type="submit" class="primary" disabled={!isRight}>
            Save time to live
          </button>
        </div>
      )}
    </form>
  );
}
