/** One request: what was asked, what came of it, and where the time went. */
import type { NumberedRequest } from "orrerydb/control-api";
import { Cross } from "../../parts/cross.tsx";
import { Facts } from "../../parts/facts.tsx";
import { CodeBlock } from "../../parts/long-text.tsx";
import { useScrolledTo } from "../../parts/scrolled-to.ts";
import { bytes, keyWords, number } from "../../parts/words.ts";

const STAGES = [
  ["authenticate", "Checking the signature"],
  ["receive", "Waiting for the body"],
  ["work", "Working"],
] as const;

interface RequestViewProps {
  readonly request: NumberedRequest;
  readonly onClose: () => void;
}

export function RequestView({ request, onClose }: RequestViewProps) {
  const { status, substatus, operation, why, fault, query, ms, stages } = request;
  const section = useScrolledTo<HTMLElement>(request);
  return (
    <section ref={section} class="panel" aria-labelledby="request-title">
      <div class="panel-head">
        <h2 id="request-title">
          {operation}{" "}
          <span class={`status status-${Math.floor(status / 100)}`}>
            {substatus === undefined ? status : `${status}/${substatus}`}
          </span>
        </h2>
        <Cross label="Close the request" onClick={onClose} />
      </div>
      {why !== undefined && <p class="failure">{why}</p>}
      {fault !== undefined && <p class="preview">This answer was spoiled on purpose, by {fault}.</p>}
      <div>
        <h3>{number(ms)} ms</h3>
        <ul class="stages">
          {STAGES.map(([stage, name]) => (
            <li key={stage}>
              <span>{name}</span>
              <span class="meter" aria-hidden="true">
                <i style={{ width: `${ms > 0 ? (100 * stages[stage]) / ms : 0}%` }} />
              </span>
              <span>{number(stages[stage])} ms</span>
            </li>
          ))}
        </ul>
      </div>
      <Facts look="pairs" facts={factsOf(request)} />
      {query !== undefined && <CodeBlock text={query} />}
    </section>
  );
}

function factsOf(request: NumberedRequest): [string, string | undefined][] {
  const { database, container, id, key, partitions, charge, items, method, path, client } = request;
  return [
    ["Container", container === undefined ? database : `${database}/${container}`],
    ["Item or script", id],
    ["Key", key === undefined ? undefined : keyWords(key)],
    ["Partitions", partitions.length === 0 ? undefined : partitions.join(", ")],
    ["Charge", `${number(charge)} RU`],
    ["Rows", items === undefined ? undefined : number(items)],
    ["Answer", bytes(request.bytes)],
    ["Sent", `${method} ${path}`],
    ["Client", client],
    ["At", request.at],
    ["Activity id", request.activityId],
  ];
}
