/** The beginning of a move: which key, what it will take, and go. */

import type { AdvisedCandidate, MovePlan } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import { containerPath } from "../../client/orrery-client.ts";
import { useAttempts } from "../../parts/attempt.ts";
import { Failure } from "../../parts/failure.tsx";
import { bytes, number, plural } from "../../parts/words.ts";
import { Field } from "../container-dialogs.tsx";
import type { ContainerProps } from "../container-props.ts";

interface NewMoveProps extends ContainerProps {
  readonly chosen: AdvisedCandidate | undefined;
  readonly onForget: () => void;
  readonly onDone: () => void;
}

export function NewMove({ session, figures, chosen, onForget, onDone }: NewMoveProps) {
  const { client, mayWrite } = session;
  const [paths, setPaths] = useState("");
  const [plan, setPlan] = useState<{ readonly of: string; readonly plan: MovePlan } | undefined>(undefined);
  const { reason, attempt } = useAttempts();
  const key = paths
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "");
  const terms =
    chosen === undefined
      ? { key }
      : chosen.strategy === null
        ? { key: chosen.key }
        : { strategy: chosen.strategy };
  const of = JSON.stringify(terms);
  const isRight = chosen !== undefined || (key.length > 0 && key.every((path) => path.startsWith("/")));
  const path = [...containerPath(figures), "repartition"];
  const look = (event: Event) => {
    event.preventDefault();
    void attempt(async () => setPlan({ of, plan: await client.control("POST", [...path, "plan"], terms) }));
  };
  const begin = () =>
    attempt(async () => {
      await client.control("POST", path, terms);
      onDone();
    });
  const shown = plan?.of === of ? plan.plan : undefined;
  return (
    <form class="stack" onSubmit={look}>
      <p class="caption">
        A key cannot be changed in place, so the items move to a new container beside this one, while
        everything goes on. When both are the same, they exchange their names.
      </p>
      {!mayWrite ? null : chosen === undefined ? (
        <Field
          label="New partition key"
          hint="a path; up to three with commas; or take one of the keys above"
          value={paths}
          onInput={setPaths}
        />
      ) : (
        <p>
          The new key: <b>{chosen.name}</b>{" "}
          <button type="button" class="link" onClick={onForget}>
            another one
          </button>
        </p>
      )}
      {shown !== undefined && (
        <div class="preview" role="status">
          <p>
            {plural(shown.items, "item")} ({bytes(shown.bytes)}): about {number(shown.readRu)} RU to read and{" "}
            {number(shown.writeRu)} RU to write, {plural(Math.max(1, Math.round(shown.seconds)), "second")}.
          </p>
          {shown.warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </div>
      )}
      <Failure reason={reason} />
      {mayWrite && (
        <div class="buttons left">
          <button type="submit" class="quiet" disabled={!isRight}>
            What will it take?
          </button>
          <button type="button" class="primary" disabled={!isRight || shown === undefined} onClick={begin}>
            Begin the move
          </button>
        </div>
      )}
    </form>
  );
}
