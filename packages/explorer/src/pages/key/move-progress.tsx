/** Where a move is: its stages, how much is brought over, how far it is behind, what was found and what went wrong. */
import type { MoveState } from "orrerydb/control-api";
import { Facts } from "../../parts/facts.tsx";
import { Failure } from "../../parts/failure.tsx";
import { number, percent, plural } from "../../parts/words.ts";

const PROBLEMS_SHOWN = 20;
const STAGES = ["Copy", "Follow", "Verify", "Cut over", "End"] as const;

const WORDS: Readonly<Record<MoveState["state"], string>> = {
  none: "",
  copying: "Copying the items; everything goes on meanwhile.",
  following: "Following what changes.",
  verifying: "Comparing both sides.",
  cuttingOver: "Cutting over: writers wait for a moment.",
  rollingBack: "Rolling back: writers wait for a moment.",
  paused: "Paused. Nothing is brought over until it goes on.",
  failed: "It stopped.",
};

export function MoveProgress({ move, container }: { readonly move: MoveState; readonly container: string }) {
  const { state, to, key, isCutOver = false, items = 0, total = 0, action, problems = [] } = move;
  const part = total > 0 ? Math.min(1, items / total) : 1;
  const stage = stageOf(move);
  return (
    <>
      <ol class="steps">
        {STAGES.map((name, i) => (
          <li
            key={name}
            class={i < stage ? "step-done" : ""}
            {...(i === stage ? { "aria-current": "step" as const } : {})}
          >
            {name}
          </li>
        ))}
      </ol>
      <p role="status">
        <b>{WORDS[state]}</b>{" "}
        {isCutOver
          ? `“${container}” has the new key${keyWords(key)}; the former items are in “${to}”.`
          : `“${to}” is filled with the key${keyWords(key)}.`}
      </p>
      {state === "copying" && (
        <span class="meter" role="img" aria-label={`${percent(part)} of the items are copied`}>
          <i style={{ width: `${part * 100}%` }} />
        </span>
      )}
      <Facts facts={factsOf(move)} />
      <Failure reason={move.error ?? undefined} />
      {action?.outcome === "refused" && <Failure reason={`${action.action}: ${action.error}`} />}
      {problems.length > 0 && (
        <ul class="refused" aria-label="Items that cannot be moved">
          {problems.slice(0, PROBLEMS_SHOWN).map(({ identity, why }) => (
            <li key={JSON.stringify(identity)}>
              {JSON.stringify(identity)}: {why}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function stageOf({ state, isCutOver = false, verification }: MoveState): number {
  if (isCutOver) return 4;
  if (state === "copying") return 0;
  if (state === "verifying") return 2;
  if (state === "cuttingOver" || verification) return 3;
  return 1;
}

function keyWords(key: MoveState["key"]): string {
  return key ? ` ${key.join(", ")}` : "";
}

function factsOf(move: MoveState): [string, string | undefined][] {
  const { items = 0, total = 0, lagMs, spentRu = 0, throttled = 0, verification, switched } = move;
  return [
    ["Brought over", `${number(items)} of ${plural(total, "item")}`],
    ["Behind", lagMs === undefined || lagMs === null ? undefined : `${number(lagMs / 1000)} s`],
    ["Spent", `${number(spentRu)} RU`],
    ["Refused with 429", throttled === 0 ? undefined : number(throttled)],
    ["Deletes", move.mode === "latestVersions" ? "cannot be followed" : undefined],
    [
      "Verified",
      verification
        ? `${plural(verification.differences, "difference")}, ${number(verification.repaired)} repaired`
        : undefined,
    ],
    ["Writers waited", switched ? `${number(switched.pauseMs)} ms` : undefined],
  ];
}
