/** Runs a stored procedure with a key and arguments, and shows what it returned and wrote to its console. */
import { useState } from "preact/hooks";
import { keyHeader } from "../../client/key-header.ts";
import { type OrreryClient, Refusal } from "../../client/orrery-client.ts";
import { failureWords } from "../../parts/attempt.ts";
import { Facts } from "../../parts/facts.tsx";
import { componentOf, KeyFields } from "../../parts/key-fields.tsx";
import { CodeBlock } from "../../parts/long-text.tsx";
import { number } from "../../parts/words.ts";
import { Field } from "../container-dialogs.tsx";

interface RunProcedureProps {
  readonly client: OrreryClient;
  readonly path: readonly string[];
  /** Of the container's partition key. */
  readonly paths: readonly string[];
  /** The editor holds something else than what is stored. */
  readonly isChanged: boolean;
}

interface Outcome {
  readonly result?: string;
  readonly failure?: string;
  readonly output: string;
  readonly charge: number;
  readonly partition: string | null;
  readonly ms: number;
}

export function RunProcedure({ client, path, paths, isChanged }: RunProcedureProps) {
  const [key, setKey] = useState<readonly string[]>(paths.map(() => ""));
  const [text, setText] = useState("[]");
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const given = argumentsOf(text);
  const run = async (event: Event) => {
    event.preventDefault();
    if (typeof given === "string" || isBusy) return;
    setBusy(true);
    const headers = { ...keyHeader(key.map(componentOf)), "x-ms-documentdb-script-enable-logging": "True" };
    setOutcome(await execute(client, path, given, headers));
    setBusy(false);
  };
  return (
    <form class="panel" aria-labelledby="run-title" onSubmit={run}>
      <h2 id="run-title">Run it</h2>
      <KeyFields paths={paths} texts={key} placeholder="ada" onChange={setKey} />
      <Field label="Arguments" hint="a JSON array" value={text} onInput={setText} />
      {typeof given === "string" && <p class="failure">{given}</p>}
      <div class="buttons left">
        <button type="submit" class="primary" disabled={isBusy || typeof given === "string"}>
          {isBusy ? "Running…" : "Run"}
        </button>
        {isChanged && <span class="caption">This runs what is saved, not what you have changed since.</span>}
      </div>
      {outcome !== undefined && <OutcomeView {...outcome} />}
    </form>
  );
}

async function execute(
  client: OrreryClient,
  path: readonly string[],
  given: readonly unknown[],
  headers: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const startMs = performance.now();
  const rest = (from: Headers | undefined) => ({
    output: decodeURIComponent(from?.get("x-ms-documentdb-script-log-results") ?? ""),
    charge: Number(from?.get("x-ms-request-charge") ?? 0),
    partition: from?.get("x-ms-documentdb-partitionkeyrangeid") ?? null,
    ms: performance.now() - startMs,
  });
  try {
    const answer = await client.data<unknown>("POST", path, { body: given, headers });
    return { result: JSON.stringify(answer.body, null, 2), ...rest(answer.headers) };
  } catch (error) {
    return { failure: failureWords(error), ...rest(error instanceof Refusal ? error.headers : undefined) };
  }
}

function OutcomeView({ result, failure, output, charge, partition, ms }: Outcome) {
  return (
    <div class="stack" role="status">
      {failure !== undefined && <p class="failure">{failure}</p>}
      <Facts
        facts={[
          ["Charge", `${number(charge)} RU`],
          ["Time", `${number(ms)} ms`],
          ["Partition", partition ?? undefined],
        ]}
      />
      {result !== undefined && <Text title="Result" text={result} />}
      {output !== "" && <Text title="Console" text={output} />}
    </div>
  );
}

function Text({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <CodeBlock text={text} />
    </div>
  );
}

/** The arguments, or what is wrong with the text. */
export function argumentsOf(text: string): readonly unknown[] | string {
  try {
    const value = JSON.parse(text) as unknown;
    return Array.isArray(value) ? value : 'Arguments are a JSON array, such as [1, "two"].';
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}.`;
  }
}
