/** What the advisor should know beside the items: the load, declared or recorded, and the size to come. */

import type { RecordedCount } from "orrerydb/control-api";
import { containerPath } from "../../client/orrery-client.ts";
import { useAttempts } from "../../parts/attempt.ts";
import { Choice } from "../../parts/choice.tsx";
import { Failure } from "../../parts/failure.tsx";
import { usePolled } from "../../parts/polling.ts";
import { plural } from "../../parts/words.ts";
import type { ContainerProps } from "../container-props.ts";
import { type AdviceTerms, SCALE_FIELDS, TRAFFIC_KINDS } from "./advice-terms.ts";

interface AdviceFormProps extends ContainerProps {
  readonly terms: AdviceTerms;
  readonly onChange: (terms: AdviceTerms) => void;
}

export function AdviceForm({ session, figures, terms, onChange }: AdviceFormProps) {
  const { traffic, workload, scale } = terms;
  return (
    <div class="stack">
      <h3>What happens to the items?</h3>
      <Choice
        label="The load"
        options={TRAFFIC_KINDS}
        value={traffic}
        onChoose={(kind) => onChange({ ...terms, traffic: kind })}
      />
      {traffic === "none" && (
        <p class="caption">
          That items like these are written is all that is assumed. Reads and queries decide much: tell them
          if you can.
        </p>
      )}
      {traffic === "declared" && (
        <label class="field">
          <span>
            Operations{" "}
            <span class="muted">(YAML: create, read, upsert, replace, patch, delete, query, batch)</span>
          </span>
          <textarea
            rows={9}
            spellcheck={false}
            value={workload}
            onInput={({ currentTarget: { value } }) => onChange({ ...terms, workload: value })}
          />
        </label>
      )}
      {traffic === "recorded" && <Recording session={session} figures={figures} />}
      <h3>How large will it become?</h3>
      <div class="fields four">
        {SCALE_FIELDS.map(([name, label, placeholder]) => (
          <label class="field" key={name}>
            <span>{label}</span>
            <input
              inputMode="decimal"
              placeholder={placeholder}
              value={scale[name] ?? ""}
              onInput={({ currentTarget: { value } }) =>
                onChange({ ...terms, scale: { ...scale, [name]: value } })
              }
            />
          </label>
        ))}
      </div>
    </div>
  );
}

const EVERY_MS = 1_000;

/** Begins and ends a recording of all clients, and counts what it has of this container. */
function Recording({ session: { client }, figures }: Pick<AdviceFormProps, "session" | "figures">) {
  const { database, container } = figures;
  const { reason, attempt } = useAttempts();
  const { value, refresh } = usePolled(
    () => client.control<RecordedCount>("GET", [...containerPath(figures), "recording"]),
    EVERY_MS,
    [client, database, container],
  );
  const toggle = async () => {
    if (value?.recording) await client.control("DELETE", ["recording"]);
    else await client.control("POST", ["recording"], {});
    refresh();
  };
  return (
    <>
      <div class="buttons left">
        <button type="button" class="quiet" disabled={value === undefined} onClick={() => attempt(toggle)}>
          {value?.recording ? "Stop recording" : "Record"}
        </button>
        <span class="caption" role="status">
          {recordedWords(value)}
        </span>
      </div>
      <Failure reason={reason} />
    </>
  );
}

function recordedWords(value: RecordedCount | undefined): string {
  if (value === undefined) return "";
  const count = `${plural(value.operations, "operation")} of this container`;
  if (value.recording) return `${count} so far. Let the application run, then ask.`;
  return value.operations === 0
    ? "Nothing is recorded. A new recording takes the place of the last one."
    : `${count} recorded.`;
}
