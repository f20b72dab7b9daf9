/** Throughput, how it is shared out, and whether limits are enforced. */

import type { ContainerFigures, ThrottleMode } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import { containerPath } from "../../client/orrery-client.ts";
import { ruLimit } from "../../client/ru-limit.ts";
import type { ContainerView } from "../../heat/container-view.ts";
import { useAttempts } from "../../parts/attempt.ts";
import { Choice } from "../../parts/choice.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Failure } from "../../parts/failure.tsx";
import { number } from "../../parts/words.ts";
import type { ContainerProps } from "../container-props.ts";
import { ThroughputDialog } from "../throughput-dialog.tsx";
import { ShareOutDialog } from "./share-out-dialog.tsx";

interface ControlsProps extends ContainerProps {
  readonly view: ContainerView;
  readonly onChange: () => void;
}

export function Controls(props: ControlsProps) {
  const { session, figures, view, onChange } = props;
  const [ask, setAsk] = useState<"throughput" | "shareOut" | undefined>(undefined);
  const { reason, attempt } = useAttempts();
  const path = containerPath(figures);
  const setThrottle = (mode: ThrottleMode) =>
    attempt(async () => {
      await session.client.control("PUT", [...path, "throttle"], { mode });
      onChange();
    });
  const isUneven = new Set(view.partitions.map(({ ruPerSecond }) => Math.round(ruPerSecond))).size > 1;
  return (
    <section class="panel" aria-labelledby="controls-title">
      <h2 id="controls-title">Throughput</h2>
      <Facts
        facts={[
          ["Provisioned", provisionedWords(figures)],
          ["Shared out", isUneven ? "unevenly: some partitions have more" : "evenly over the partitions"],
        ]}
      />
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
        onChoose={setThrottle}
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

function provisionedWords(figures: ContainerFigures): string {
  const { throughput, sharesDatabaseThroughput, replacePending } = figures;
  const kind = throughput.kind === "autoscale" ? " at most (autoscale)" : "";
  const shared = sharesDatabaseThroughput ? ", shared by the database" : "";
  return `${number(ruLimit(figures))} RU/s${kind}${shared}${replacePending ? ", being changed" : ""}`;
}
