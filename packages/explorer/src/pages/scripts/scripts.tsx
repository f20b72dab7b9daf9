/** Stored procedures, triggers and functions of a container: a list, and the one that is looked at. */

import { useMemo, useState } from "preact/hooks";
import { Failure } from "../../parts/failure.tsx";
import { useLoaded } from "../../parts/loaded.ts";
import { go, Link, type View } from "../../parts/router.tsx";
import type { ContainerProps } from "../container-props.ts";
import { ScriptEditor } from "./script-editor.tsx";
import { isScriptKind, KINDS, SCRIPT_KINDS, type ScriptKind, ScriptStore } from "./script-kinds.ts";

interface ScriptsProps extends ContainerProps {
  /** Kind and name of the script that the address names. */
  readonly detail: readonly string[];
}

export function ScriptsPage({ session, figures, detail }: ScriptsProps) {
  const { client, mayWrite } = session;
  const { database, container } = figures;
  const store = useMemo(() => new ScriptStore(client, figures), [client, database, container]);
  const [fresh, setFresh] = useState<ScriptKind | undefined>(undefined);
  const { value: scripts, reason, load } = useLoaded(() => store.all(), [store]);
  const [kind, id] = detail;
  const chosen =
    isScriptKind(kind) && scripts !== undefined
      ? scripts[kind].find((script) => script.id === id)
      : undefined;
  const at = (script?: readonly [ScriptKind, string]): View => ({
    name: "container",
    database,
    container,
    tab: "scripts",
    ...(script === undefined ? {} : { detail: script }),
  });
  const done = async (script: readonly [ScriptKind, string] | undefined) => {
    await load();
    setFresh(undefined);
    go(at(script));
  };
  if (scripts === undefined)
    return reason === "" ? <p class="loading">Looking at the scripts…</p> : <Failure reason={reason} />;
  const shown =
    fresh !== undefined
      ? { kind: fresh, script: { id: "", ...KINDS[fresh].fresh }, isNew: true }
      : isScriptKind(kind) && chosen !== undefined
        ? { kind, script: chosen, isNew: false }
        : undefined;
  return (
    <div class="side-by-side">
      <section class="panel" aria-label="Scripts">
        {SCRIPT_KINDS.map((each) => (
          <div key={each} class="side-group">
            <div class="panel-head">
              <h2>{KINDS[each].title}</h2>
              {mayWrite && (
                <button
                  type="button"
                  class="small"
                  aria-label={`New ${KINDS[each].one}`}
                  onClick={() => setFresh(each)}
                >
                  New
                </button>
              )}
            </div>
            {scripts[each].length === 0 ? (
              <p class="caption">{KINDS[each].use}</p>
            ) : (
              <ul class="side-list">
                {scripts[each].map((script) => (
                  <li key={script.id} onClickCapture={() => setFresh(undefined)}>
                    <Link
                      to={at([each, script.id])}
                      current={shown?.script === script && shown.kind === each}
                    >
                      {script.id}
                    </Link>
                    {script.triggerType !== undefined && <span class="muted">{script.triggerType}</span>}
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
      </section>
      {shown === undefined ? (
        <section class="panel centred">
          <p class="caption">
            {id === undefined
              ? "Choose a script on the left, or make one. Scripts are JavaScript that runs inside the server, beside the data."
              : `There is no script “${id}” any more.`}
          </p>
        </section>
      ) : (
        <ScriptEditor
          key={`${shown.kind} ${shown.script.id} ${shown.script._etag}`}
          client={client}
          store={store}
          paths={figures.partitionKey.paths}
          mayWrite={mayWrite}
          {...shown}
          onDone={done}
        />
      )}
    </div>
  );
}
