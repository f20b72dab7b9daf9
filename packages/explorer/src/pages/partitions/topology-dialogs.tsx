/** Splits and merges: what will be, then what is. */

import { useState } from "preact/hooks";
import { containerPath } from "../../client/orrery-client.ts";
import type { ContainerView } from "../../heat/container-view.ts";
import { Choice } from "../../parts/choice.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { number, plural } from "../../parts/words.ts";
import type { ContainerProps } from "../container-props.ts";
import type { PartitionAsk } from "./partition-table.tsx";

interface TopologyDialogProps extends ContainerProps {
  readonly view: ContainerView;
  readonly ask: PartitionAsk;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function TopologyDialog(props: TopologyDialogProps) {
  return props.ask.kind === "split" ? (
    <SplitDialog {...props} id={props.ask.id} />
  ) : (
    <MergeDialog {...props} />
  );
}

function SplitDialog({
  session,
  figures,
  view,
  id,
  onClose,
  onDone,
}: TopologyDialogProps & { readonly id: string }) {
  const [at, setAt] = useState<"midpoint" | "data">("midpoint");
  const partition = view.partitions.find((each) => each.id === id);
  const hot = view.findings.find(
    ({ kind, title }) => kind === "hotKey" && title.includes(`partition ${id}.`),
  );
  const act = async () => {
    await session.client.control("POST", [...containerPath(figures), "partitions", id, "split"], { at });
    onDone();
  };
  return (
    <Dialog
      title={`Split partition ${id}`}
      action="Split"
      canAct={partition !== undefined}
      act={act}
      onClose={onClose}
    >
      <Choice
        label="Where"
        options={[
          ["midpoint", "Half of the range"],
          ["data", "Half of the data"],
        ]}
        value={at}
        onChoose={setAt}
      />
      <p class="preview">
        Two new partitions take the place of {id}
        {partition && (
          <>
            {" "}
            and share its {plural(partition.items, "item")}; each may spend{" "}
            {number(partition.ruPerSecond / 2)} RU/s
          </>
        )}
        . Clients notice nothing but a moment’s wait.
      </p>
      {hot !== undefined && (
        <p class="failure">
          A split will not help here: one key makes this partition hot, and a key is never divided. It would
          get half of the RU/s that it has now.
        </p>
      )}
    </Dialog>
  );
}

function MergeDialog({ session, figures, view, ask, onClose, onDone }: TopologyDialogProps) {
  const [isForced, setForced] = useState(false);
  if (ask.kind !== "merge") return null;
  const both = view.partitions.filter(({ id }) => id === ask.id || id === ask.with);
  const act = async () => {
    await session.client.control("POST", [...containerPath(figures), "merge"], {
      partitions: [ask.id, ask.with],
      force: isForced,
    });
    onDone();
  };
  const sum = (of: "items" | "ruPerSecond") => both.reduce((total, each) => total + each[of], 0);
  return (
    <Dialog title={`Merge partitions ${ask.id} and ${ask.with}`} action="Merge" act={act} onClose={onClose}>
      <p class="preview">
        One new partition will hold the {plural(sum("items"), "item")} of both and may spend{" "}
        {number(Math.min(10_000, sum("ruPerSecond")))} RU/s.
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={isForced}
          onChange={(event) => setForced(event.currentTarget.checked)}
        />
        Also where the service would refuse: from 3,000 RU/s each, or with much data
      </label>
    </Dialog>
  );
}
