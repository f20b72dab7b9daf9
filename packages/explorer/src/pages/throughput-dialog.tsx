/** Asks for another throughput, manual or autoscale, and says what will happen to the partitions. */

import { useState } from "preact/hooks";
import { ruLimit } from "../client/ru-limit.ts";
import { setThroughput, THROUGHPUT_RULES, type ThroughputKind } from "../client/set-throughput.ts";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { number, plural } from "../parts/words.ts";
import { Field } from "./container-dialogs.tsx";
import type { ContainerProps } from "./container-props.ts";

const PARTITION_RU_MAX = 10_000;
/** Autoscale never falls below this part of its maximum. */
const AUTOSCALE_LEAST_PART = 0.1;

interface ThroughputDialogProps extends ContainerProps {
  readonly onChange: () => void;
  readonly onClose: () => void;
}

export function ThroughputDialog({ session, figures, onChange, onClose }: ThroughputDialogProps) {
  const [kind, setKind] = useState<ThroughputKind>(figures.throughput.kind);
  const [text, setText] = useState(String(ruLimit(figures)));
  const ru = Number(text);
  const { least, step } = THROUGHPUT_RULES[kind];
  const needed = Math.ceil(ru / PARTITION_RU_MAX);
  const count = figures.partitions;
  const act = async () => {
    await setThroughput(session.client, figures, kind, ru);
    onChange();
  };
  return (
    <Dialog
      title="Change throughput"
      action="Change"
      canAct={ru >= least && ru % step === 0}
      act={act}
      onClose={onClose}
    >
      <Choice
        label="Kind of throughput"
        options={[
          ["manual", "Manual"],
          ["autoscale", "Autoscale"],
        ]}
        value={kind}
        onChoose={setKind}
      />
      <Field
        label={kind === "manual" ? "RU/s" : "RU/s at most"}
        hint={`in steps of ${number(step)}, from ${number(least)} on`}
        value={text}
        onInput={setText}
      />
      <p class="preview">
        {needed > count
          ? `A partition carries ${number(PARTITION_RU_MAX)} RU/s at most, so partitions are split until there are ${number(needed)}. This goes on in the background; everything is served meanwhile.`
          : `The ${plural(count, "partition")} stay${count === 1 ? "s" : ""}, with ${number(ru / count)} RU/s each. Fewer RU/s never merge partitions by themselves.`}
        {kind === "autoscale" &&
          ` It scales between ${number(ru * AUTOSCALE_LEAST_PART)} and ${number(ru)} RU/s, by what the busiest partition uses.`}
      </p>
    </Dialog>
  );
}
