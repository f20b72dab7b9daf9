/** Throughput, how it is shared out, and whether limits are enforced. */
import { useState } from "preact/hooks";
import { type ContainerFigures, ruLimit } from "../../client/figures.ts";
import type { Session } from "../../client/session.ts";
import type { ContainerView } from "../../heat/container-view.ts";
import { Choice } from "../../parts/choice.tsx";
import { Dialog, failureWords } from "../../parts/dialog.tsx";
import { number, plural } from "../../parts/words.ts";
import { Field } from "../container-dialogs.tsx";

interface ControlsProps {
  readonly session: Session;
  readonly figures: ContainerFigures;
  readonly view: ContainerView;
  readonly onChange: () => void;
}

const PARTITION_RU_MAX = 10_000;

export function Controls(props: ControlsProps) {
  const { session, figures, view, onChange } = props;
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const path = ["dbs", figures.database, "colls", figures.container];
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
            disabled={figures.sharesDatabaseThroughput || figures.throughput.kind === "autoscale"}
            onClick={() => setAsking(true)}
          >
            Change throughput…
          </button>
          {isUneven && (
            <button
              type="button"
              class="quiet"
              onClick={() => attempt(session.client.control("POST", [...path, "redistribute"], {}))}
            >
              Share out evenly
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
      {reason !== "" && (
        <p class="failure" role="alert">
          {reason}
        </p>
      )}
      {isAsking && <ThroughputDialog {...props} onClose={() => setAsking(false)} />}
    </section>
  );
}

interface Offer {
  readonly id: string;
  readonly _rid: string;
  readonly offerResourceId: string;
  readonly content: { readonly offerThroughput: number; readonly offerAutopilotSettings?: object };
}

function ThroughputDialog({
  session,
  figures,
  view,
  onChange,
  onClose,
}: ControlsProps & { readonly onClose: () => void }) {
  const [text, setText] = useState(String(ruLimit(figures)));
  const ru = Number(text);
  const needed = Math.ceil(ru / PARTITION_RU_MAX);
  const count = view.partitions.length;
  const act = async () => {
    const container = await session.client.data<{ _rid: string }>("GET", [
      "dbs",
      figures.database,
      "colls",
      figures.container,
    ]);
    const { body } = await session.client.data<{ Offers: Offer[] }>("GET", ["offers"]);
    const offer = body.Offers.find(({ offerResourceId }) => offerResourceId === container.body._rid);
    if (offer === undefined) throw new Error("The container has no throughput of its own.");
    const changed = { ...offer, content: { offerThroughput: ru } };
    await session.client.data("PUT", ["offers", offer._rid], { body: changed });
    onChange();
  };
  return (
    <Dialog
      title="Change throughput"
      action="Change"
      canAct={ru >= 400 && ru % 100 === 0}
      act={act}
      onClose={onClose}
    >
      <Field label="RU/s" hint="in hundreds, from 400 on" value={text} onInput={setText} />
      <p class="preview">
        {needed > count
          ? `A partition carries ${number(PARTITION_RU_MAX)} RU/s at most, so partitions are split until there are ${number(needed)}. This goes on in the background; everything is served meanwhile.`
          : `The ${plural(count, "partition")} stay${count === 1 ? "s" : ""}, with ${number(ru / count)} RU/s each. Fewer RU/s never merge partitions by themselves.`}
      </p>
    </Dialog>
  );
}
