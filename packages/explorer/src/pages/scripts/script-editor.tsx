/** One script: its name, its code, when it runs; a procedure can be run from here. */

import { useState } from "preact/hooks";
import { type OrreryClient, Refusal } from "../../client/orrery-client.ts";
import { Editor } from "../../editor/editor.tsx";
import { failureWords } from "../../parts/attempt.ts";
import { Choice } from "../../parts/choice.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { EditButtons, Stale } from "../../parts/editing.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Field } from "../container-dialogs.tsx";
import { RunProcedure } from "./run-procedure.tsx";
import {
  KINDS,
  type Script,
  type ScriptKind,
  type ScriptStore,
  TRIGGER_OPERATIONS,
  TRIGGER_TYPES,
} from "./script-kinds.ts";

interface ScriptEditorProps {
  readonly client: OrreryClient;
  readonly store: ScriptStore;
  /** Of the container's partition key. */
  readonly paths: readonly string[];
  readonly mayWrite: boolean;
  readonly kind: ScriptKind;
  readonly script: Script;
  readonly isNew: boolean;
  readonly onDone: (script: readonly [ScriptKind, string] | undefined) => Promise<void>;
}

export function ScriptEditor({
  client,
  store,
  paths,
  mayWrite,
  kind,
  script,
  isNew,
  onDone,
}: ScriptEditorProps) {
  const [draft, setDraft] = useState(script);
  const [reason, setReason] = useState("");
  const [isStale, setStale] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const isChanged = isNew || JSON.stringify(draft) !== JSON.stringify(script);
  const canSave = isChanged && draft.id.trim() !== "" && draft.body.trim() !== "";
  const save = async ({ isForced = false } = {}) => {
    setReason("");
    setStale(false);
    try {
      if (isNew) await store.create(kind, draft);
      else {
        const { _etag: _, ...any } = script;
        await store.replace(kind, isForced ? any : script, draft);
      }
      await onDone([kind, draft.id]);
    } catch (error) {
      if (error instanceof Refusal && error.status === 412) setStale(true);
      else setReason(failureWords(error));
    }
  };
  const { one, use } = KINDS[kind];
  return (
    <div class="stack">
      <section class="panel" aria-labelledby="script-title">
        <div>
          <h2 id="script-title">{isNew ? `New ${one}` : script.id}</h2>
          <p class="caption">{use}</p>
        </div>
        {isNew && (
          <Field label="Name" value={draft.id} onInput={(id) => setDraft((before) => ({ ...before, id }))} />
        )}
        {draft.triggerType !== undefined && draft.triggerOperation !== undefined && (
          <div class="choices">
            <Choice
              label="When it runs"
              options={TRIGGER_TYPES.map((type) => [type, `${type}-trigger`] as const)}
              value={draft.triggerType}
              disabled={!mayWrite}
              onChoose={(triggerType) => setDraft((before) => ({ ...before, triggerType }))}
            />
            <Choice
              label="With which writes"
              options={TRIGGER_OPERATIONS.map((operation) => [operation, operation] as const)}
              value={draft.triggerOperation}
              disabled={!mayWrite}
              onChoose={(triggerOperation) => setDraft((before) => ({ ...before, triggerOperation }))}
            />
          </div>
        )}
        <Editor
          text={draft.body}
          language="javascript"
          label="Code"
          rows={16}
          isReadOnly={!mayWrite}
          onChange={(body) => setDraft((before) => ({ ...before, body }))}
          onRun={() => {
            if (canSave) void save();
          }}
        />
        <Failure reason={reason} />
        {isStale && (
          <Stale
            what="script"
            onTheirs={() => onDone([kind, script.id])}
            onMine={() => save({ isForced: true })}
          />
        )}
        {mayWrite && (
          <EditButtons
            isNew={isNew}
            canSave={canSave}
            onSave={() => save()}
            onDelete={() => setDeleting(true)}
          />
        )}
      </section>
      {kind === "procedures" && !isNew && mayWrite && (
        <RunProcedure
          client={client}
          path={store.path(kind, script.id)}
          paths={paths}
          isChanged={isChanged}
        />
      )}
      {isDeleting && (
        <Dialog
          title={`Delete ${one} ${script.id}`}
          action="Delete"
          isDangerous
          act={async () => {
            await store.remove(kind, script);
            await onDone(undefined);
          }}
          onClose={() => setDeleting(false)}
        >
          <p>Whoever calls it will be refused from then on.</p>
        </Dialog>
      )}
    </div>
  );
}
