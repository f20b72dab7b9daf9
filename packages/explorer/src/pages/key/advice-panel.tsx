/** Advice on the key of a container: begun here, followed, and shown as candidates side by side. */

import type { Advice, AdviceState, AdvisedCandidate } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import { containerPath } from "../../client/orrery-client.ts";
import { useAttempts } from "../../parts/attempt.ts";
import { Failure } from "../../parts/failure.tsx";
import { usePolled } from "../../parts/polling.ts";
import { number, plural } from "../../parts/words.ts";
import type { ContainerProps } from "../container-props.ts";
import { AdviceForm } from "./advice-form.tsx";
import { type AdviceTerms, adviceBody, exampleWorkload, withoutFlags } from "./advice-terms.ts";
import { CandidateCard } from "./candidate-card.tsx";

const EVERY_MS = 1_000;
const CARDS_MAX = 6;

interface AdvicePanelProps extends ContainerProps {
  readonly chosen: AdvisedCandidate | undefined;
  readonly onChoose: ((candidate: AdvisedCandidate) => void) | undefined;
}

export function AdvicePanel({ session, figures, chosen, onChoose }: AdvicePanelProps) {
  const { client, mayWrite } = session;
  const path = [...containerPath(figures), "advice"];
  const { database, container } = figures;
  const { value, refusal, refresh } = usePolled(() => client.control<AdviceState>("GET", path), EVERY_MS, [
    client,
    database,
    container,
  ]);
  const { reason, setReason, attempt } = useAttempts();
  const [terms, setTerms] = useState<AdviceTerms>(() => ({
    traffic: "none",
    workload: exampleWorkload(figures.partitionKey.paths),
    scale: {},
  }));
  const send = (method: "POST" | "DELETE", body?: object) =>
    attempt(async () => {
      await client.control(method, path, body);
      refresh();
    });
  const begin = () => {
    const body = adviceBody(terms);
    if (typeof body === "string") setReason(body);
    else void send("POST", body);
  };
  const isRunning = value?.state === "running";
  const advice = value?.state === "done" ? value.advice : null;
  return (
    <section class="panel" aria-labelledby="advice-title">
      <div class="panel-head">
        <h2 id="advice-title">Which key?</h2>
        {mayWrite && (
          <div class="buttons">
            {isRunning ? (
              <button type="button" class="quiet" onClick={() => send("DELETE")}>
                Give up
              </button>
            ) : (
              <button
                type="button"
                class={advice === null ? "primary" : "quiet"}
                disabled={value === undefined || figures.items === 0}
                onClick={begin}
              >
                {advice === null ? "Advise me" : "Once more"}
              </button>
            )}
          </div>
        )}
      </div>
      {value?.state !== "done" && (
        <p class="caption">
          {figures.items === 0
            ? "There are no items yet. Advice is measured on items: write or import some."
            : "Measures which properties, alone or together, would spread these items and their load, and tries the best on containers in memory. It takes no throughput from anybody."}
        </p>
      )}
      {mayWrite && figures.items > 0 && value !== undefined && !isRunning && (
        <details open={advice === null}>
          <summary>What it should know</summary>
          <AdviceForm session={session} figures={figures} terms={terms} onChange={setTerms} />
        </details>
      )}
      {isRunning && <Running {...value} />}
      <Failure reason={reason} />
      <Failure reason={value?.error ?? undefined} />
      <Failure reason={refusal?.message} />
      {advice !== null && (
        <Advised advice={advice} container={container} chosen={chosen} onChoose={onChoose} />
      )}
    </section>
  );
}

function Running({ what, part }: AdviceState) {
  return (
    <p class="preview" role="status">
      <span class="meter" aria-hidden="true">
        <i style={{ width: `${100 * (part ?? 0)}%` }} />
      </span>
      {what ?? "Beginning"}…
    </p>
  );
}

interface AdvisedProps {
  readonly advice: Advice;
  readonly container: string;
  readonly chosen: AdvisedCandidate | undefined;
  readonly onChoose: ((candidate: AdvisedCandidate) => void) | undefined;
}

function Advised({ advice, container, chosen, onChoose }: AdvisedProps) {
  const { verdict, candidates, items } = advice;
  // All replays on one scale, so that they can be compared; a partition within its limit does not burn.
  const hottest = Math.max(0, ...candidates.map(({ replay }) => hottestSecond(replay)));
  return (
    <>
      <div class={`finding finding-${verdict.isGood ? "calm" : "warm"}`}>
        <i aria-hidden="true" />
        <p>
          <b>{verdict.headline}</b> {withoutFlags(verdict.sure[0] ?? "")}
        </p>
      </div>
      <div class="thirds">
        {candidates.slice(0, CARDS_MAX).map((candidate) => (
          <CandidateCard
            key={candidate.name}
            candidate={candidate}
            container={container}
            hottest={hottest}
            isChosen={candidate.name === chosen?.name}
            onChoose={onChoose && (() => onChoose(candidate))}
          />
        ))}
      </div>
      <ul class="caption">
        {[...verdict.unsure, ...verdict.next].map((sentence) => (
          <li key={sentence}>{withoutFlags(sentence)}</li>
        ))}
      </ul>
      <p class="caption">
        Measured on {plural(items.count, "item")}; {number(candidates.length)} keys were compared.
      </p>
    </>
  );
}

/** RU of a partition: the most that it had in a second, or what it may have. */
function hottestSecond(replay: AdvisedCandidate["replay"]): number {
  if (replay === null) return 0;
  const { budget, partOfRate, partitions } = replay;
  return Math.max((budget * partOfRate) / partitions.length, ...partitions.flatMap(({ ru }) => ru));
}
