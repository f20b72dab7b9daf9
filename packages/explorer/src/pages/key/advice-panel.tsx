/** Advice on the key of a container: begun here, followed, and shown as candidates side by side. */
import { useState } from "preact/hooks";
import type { ContainerFigures } from "../../client/figures.ts";
import type { Advice, AdviceState, AdvisedCandidate } from "../../client/key-figures.ts";
import { containerPath } from "../../client/orrery-client.ts";
import type { Session } from "../../client/session.ts";
import { failureWords } from "../../parts/dialog.tsx";
import { usePolled } from "../../parts/polling.ts";
import { number, plural } from "../../parts/words.ts";
import { CandidateCard } from "./candidate-card.tsx";

const EVERY_MS = 1_000;
const CARDS_MAX = 6;

interface AdvicePanelProps {
  readonly session: Session;
  readonly figures: ContainerFigures;
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
  const [reason, setReason] = useState("");
  const attempt = async (method: "POST" | "DELETE") => {
    setReason("");
    try {
      await client.control(method, path, method === "POST" ? {} : undefined);
      refresh();
    } catch (error) {
      setReason(failureWords(error));
    }
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
              <button type="button" class="quiet" onClick={() => attempt("DELETE")}>
                Give up
              </button>
            ) : (
              <button
                type="button"
                class={advice === null ? "primary" : "quiet"}
                disabled={value === undefined || figures.items === 0}
                onClick={() => attempt("POST")}
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
      {isRunning && <Running {...value} />}
      {[reason, value?.error ?? "", refusal?.message ?? ""].map(
        (text, i) =>
          text !== "" && (
            <p key={i} class="failure" role="alert">
              {text}
            </p>
          ),
      )}
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
  // All replays on one scale, so that they can be compared.
  const hottest = candidates.reduce(
    (most, { replay }) => (replay?.partitions ?? []).reduce((max, { ru }) => Math.max(max, ...ru), most),
    0,
  );
  return (
    <>
      <div class={`finding finding-${verdict.isGood ? "calm" : "warm"}`}>
        <i aria-hidden="true" />
        <p>
          <b>{verdict.headline}</b> {verdict.sure[0]}
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
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p class="caption">
        Measured on {plural(items.count, "item")}; {number(candidates.length)} keys were compared.
      </p>
    </>
  );
}
