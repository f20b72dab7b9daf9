/** A move of the container to another key: planned, begun, followed through its stages, cut over, rolled back, ended. */

import type { AdvisedCandidate, MoveAction, MoveState } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import { containerPath } from "../../client/orrery-client.ts";
import { useAttempts } from "../../parts/attempt.ts";
import { Failure } from "../../parts/failure.tsx";
import { usePolled } from "../../parts/polling.ts";
import type { ContainerProps } from "../container-props.ts";
import { MoveActionDialog } from "./move-action-dialog.tsx";
import { MoveProgress } from "./move-progress.tsx";
import { NewMove } from "./new-move.tsx";

const EVERY_MS = 1_000;

interface MovePanelProps extends ContainerProps {
  readonly chosen: AdvisedCandidate | undefined;
  readonly onForget: () => void;
}

/** In the order in which people need them. */
const ACTIONS: Readonly<Record<MoveAction, string>> = {
  verify: "Verify",
  "cut-over": "Cut over…",
  "roll-back": "Roll back…",
  pause: "Pause",
  resume: "Go on",
  complete: "End the move…",
  cancel: "Give up…",
};
/** These ask first. */
const ASKING: ReadonlySet<MoveAction> = new Set(["cut-over", "roll-back", "complete", "cancel"]);

export function MovePanel({ session, figures, chosen, onForget }: MovePanelProps) {
  const { client, mayWrite } = session;
  const path = [...containerPath(figures), "repartition"];
  const { database, container } = figures;
  const { value, refusal, refresh } = usePolled(() => client.control<MoveState>("GET", path), EVERY_MS, [
    client,
    database,
    container,
  ]);
  const [asked, setAsked] = useState<MoveAction | undefined>(undefined);
  const { reason, attempt } = useAttempts();
  const post = async (action: MoveAction, body: object = {}) => {
    await client.control("POST", [...path, action], body);
    refresh();
  };
  const choose = (action: MoveAction) =>
    attempt(async () => (ASKING.has(action) ? setAsked(action) : post(action)));
  const actions = (Object.keys(ACTIONS) as MoveAction[]).filter((action) => value?.can.includes(action));
  return (
    <section class="panel" aria-labelledby="move-title">
      <h2 id="move-title">Change the key</h2>
      <Failure reason={refusal?.message} />
      {value?.state === "none" && (
        <NewMove session={session} figures={figures} chosen={chosen} onForget={onForget} onDone={refresh} />
      )}
      {value !== undefined && value.state !== "none" && (
        <>
          <MoveProgress move={value} container={container} />
          <Failure reason={reason} />
          {mayWrite && (
            <div class="buttons left">
              {actions.map((action) => (
                <button
                  key={action}
                  type="button"
                  class={action === "cut-over" ? "primary" : "quiet"}
                  onClick={() => choose(action)}
                >
                  {ACTIONS[action]}
                </button>
              ))}
            </div>
          )}
        </>
      )}
      {asked !== undefined && value !== undefined && (
        <MoveActionDialog
          action={asked}
          move={value}
          container={container}
          act={(body) => post(asked, body)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
