/** One key that could be: what is said of it, what was measured, how its replay looked, and its code. */

import type { AdviceReplay, AdvisedCandidate } from "orrerydb/control-api";
import { useId, useState } from "preact/hooks";
import { Facts } from "../../parts/facts.tsx";
import { CodeBlock } from "../../parts/long-text.tsx";
import { number, percent, plural } from "../../parts/words.ts";
import { SmallHeat } from "../../picture/small-heat.tsx";
import { keyCode } from "./key-code.ts";

interface CandidateCardProps {
  readonly candidate: AdvisedCandidate;
  readonly container: string;
  /** What the hottest colour stands for in all that are compared: RU of a partition in a second. */
  readonly hottest: number;
  readonly isChosen: boolean;
  readonly onChoose: (() => void) | undefined;
}

export function CandidateCard({ candidate, container, hottest, isChosen, onChoose }: CandidateCardProps) {
  const { name, verdict, faults, measures, replay } = candidate;
  const heading = useId();
  const [hasCode, setCode] = useState(false);
  const code = keyCode(candidate, container);
  return (
    <article class={isChosen ? "candidate candidate-chosen" : "candidate"} aria-labelledby={heading}>
      <h3 id={heading}>{name}</h3>
      {replay === null ? (
        <p class="small-heat small-heat-none">not replayed</p>
      ) : (
        <SmallHeat
          values={replay.partitions.map(({ ru }) => ru)}
          top={hottest}
          label={`Replay of ${replay.seconds} seconds on ${plural(replay.partitions.length, "partition")}: ${plural(replay.refused, "request")} refused`}
        />
      )}
      <Facts
        facts={[
          ["RU/s needed", number(measures.neededRuPerSecond)],
          ["Busiest key", percent(measures.hottest.share)],
          ["Largest key", percent(measures.largest.share)],
          ["Let through", replay !== null && replay.operations > 0 ? <LetThrough {...replay} /> : undefined],
        ]}
      />
      <p class={faults.length > 0 ? "caption hot-text" : "caption"}>{verdict}</p>
      <div class="buttons left more">
        {onChoose !== undefined && (
          <button type="button" class="quiet" aria-pressed={isChosen} onClick={onChoose}>
            Take this key
          </button>
        )}
        <button type="button" class="quiet" aria-expanded={hasCode} onClick={() => setCode(!hasCode)}>
          Code
        </button>
      </div>
      {hasCode && <CodeBlock text={code} copies={`the code for ${name}`} />}
    </article>
  );
}

function LetThrough({ refused, accepted, operations }: AdviceReplay) {
  return <span class={refused > 0 ? "hot" : ""}>{percent(accepted / operations)}</span>;
}
