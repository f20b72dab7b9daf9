/** Throughput, how it is shared out, and whether limits are enforced. */

import type { ContainerFigures } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import { containerPath } from "../../client/orrery-client.ts";
import { ruLimit } from "../../client/ru-limit.ts";
import type { Session } from "../../client/session.ts";
import type { ContainerView } from "../../heat/container-view.ts";
import { Choice } from "../../parts/choice.tsx";
import { failureWords } from "../../parts/dialog.tsx";
import { Failure } from "../../parts/failure.tsx";
import { number } from "../../parts/words.ts";
import { ThroughputDialog } from "../throughput-dialog.tsx";
import { ShareOutDialog } from "./share-out-dialog.tsx";

interface ControlsProps {
  readonly session: Session;
  readonly figures: ContainerFigures;
  readonly view: ContainerView;
  readonly onChange: () => void;
}

export function Controls(props: ControlsProps) {
  const { session, figures, view, onChange } = props;
  const [ask, setAsk] = useState<"throughput" | "shareOut" | undefined>(undefined);
  const [reason, setReason] = useState("");
  const path = containerPath(figures);
  const attempt = async (work: Promise<unknown>) => {
    setReason("");
    try {
      await work;
      onChange();
    } catch (error) {
      setReason(failureWords(error));
    }
  };
  const isUneven = new Set(view.partitions.map(({ ruPerSecond }) => Math.round(ruPerSecond))).size > 1;
  return (
    <section class="panel" aria-labelledby="controls-title">
      <h2 id="controls-title">Throughput</h2>
      <dl class="facts">
        <div>
          <dt>Provisioned</dt>
          <dd>
            {number(ruLimit(figures))} RU/s
            {figures.throughput.kind === "autoscale" && " at most (autoscale)"}
            {figures.sharesDatabaseThroughput && ", shared by the database"}
            {figures.replacePending && ", being changed"}
          </dd>
        </div>
        <div>
          <dt>Shared out</dt>
          <dd>{isUneven ? "unevenly: some partitions have more" : "evenly over the partitions"}</dd>
        </div>
      </dl>
      {session.mayWrite && (
        <div class="buttons left">
          <button
            type="button"
            class="quiet"
            disabled={figures.sharesDatabaseThroughput}
            onClick={() => setAsk("throughput")}
          >
            Change throughput…
          </button>
          {view.partitions.length > 1 && !figures.sharesDatabaseThroughput && (
            <button type="button" class="quiet" onClick={() => setAsk("shareOut")}>
              Share out…
            </button>
          )}
        </div>
      )}
      <h3>Over the limit</h3>
      <Choice
        label="What happens over the limit"
        options={[
          ["observe", "Count it"],
          ["enforce", "Refuse it with 429"],
        ]}
        value={figures.throttle}
        disabled={!session.mayWrite}
        onChoose={(mode) => attempt(session.client.control("PUT", [...path, "throttle"], { mode }))}
      />
      <p class="caption">
        {figures.throttle === "observe"
          ? "Requests that the service would refuse are answered here, and counted."
          : "Requests over a partition’s RU/s are refused, as the service does. Clients wait and try again."}
      </p>
      <Failure reason={reason} />
      {ask === "throughput" && <ThroughputDialog {...props} onClose={() => setAsk(undefined)} />}
      {ask === "shareOut" && <ShareOutDialog {...props} onClose={() => setAsk(undefined)} />}
    </section>
  );
}
