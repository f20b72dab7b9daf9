/** Three keys for the same events, side by side: the idea is seen before any code is written. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Session } from "../client/session.ts";
import { useContainerView } from "../heat/container-view.ts";
import {
  DEMO_CONTAINERS,
  DEMO_DATABASE,
  type DemoContainer,
  prepareDemo,
  removeDemo,
  runDemo,
} from "../heat/demo-load.ts";
import { failureWords } from "../parts/attempt.ts";
import { Failure } from "../parts/failure.tsx";
import { Link } from "../parts/router.tsx";
import { number } from "../parts/words.ts";
import { Ring } from "../picture/ring.tsx";
import { FindingLine, ringWords, throttledWords } from "./partitions/partitions.tsx";

type Stage = "looking" | "absent" | "preparing" | "ready" | "running";

const CASES: Readonly<Record<DemoContainer, { title: string; example: string; words: string }>> = {
  "by-date": {
    title: "The date",
    example: "2018-08-09",
    words: "All events of a day have one key: one partition does all the work, three are idle.",
  },
  "random-suffix": {
    title: "The date and a random number",
    example: "2018-08-09.217",
    words: "400 keys a day: writes spread. But nobody knows which number an event got.",
  },
  "computed-suffix": {
    title: "The date and a computed number",
    example: "2018-08-09.51",
    words: "The number is a hash of the vehicle’s id: writes spread, and a read can compute the key again.",
  },
};

const DEFINITION = { paths: ["/pk"], kind: "Hash", version: 2 } as const;

export function Demo({ session }: { readonly session: Session }) {
  const { client, mayWrite } = session;
  const [stage, setStage] = useState<Stage>("looking");
  const [reason, setReason] = useState("");
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    client
      .containers()
      .then(
        (all) => all.filter(({ database }) => database === DEMO_DATABASE).length === DEMO_CONTAINERS.length,
      )
      .then((isThere) => setStage(isThere ? "ready" : "absent"))
      .catch((error) => setReason(failureWords(error)));
    return () => stop.current?.abort();
  }, [client]);
  const attempt = async (work: () => Promise<void>, after: Stage) => {
    setReason("");
    try {
      await work();
      setStage(after);
    } catch (error) {
      setReason(failureWords(error));
      setStage("absent");
    }
  };
  const start = () =>
    attempt(async () => {
      setStage("preparing");
      await prepareDemo(client);
      setStage("running");
      stop.current = new AbortController();
      await runDemo(client, stop.current.signal);
    }, "ready");
  const isShown = stage === "ready" || stage === "running";
  return (
    <main>
      <div class="head">
        <div>
          <h1>One stream of events, three partition keys</h1>
          <p class="lead">
            Cars report all day. Every event is written to three containers that differ in nothing but the
            partition key. Each has four physical partitions with 100 RU/s.
          </p>
        </div>
        {mayWrite && (
          <div class="buttons">
            {stage === "running" ? (
              <button type="button" class="primary" onClick={() => stop.current?.abort()}>
                Stop
              </button>
            ) : (
              <button
                type="button"
                class="primary"
                disabled={stage === "preparing" || stage === "looking"}
                onClick={start}
              >
                {stage === "preparing" ? "Making containers…" : "Start the load"}
              </button>
            )}
            {stage === "ready" && (
              <button type="button" class="quiet" onClick={() => attempt(() => removeDemo(client), "absent")}>
                Remove the data
              </button>
            )}
          </div>
        )}
      </div>
      <Failure reason={reason} />
      <div class="thirds">
        {DEMO_CONTAINERS.map((container) => (
          <section class="panel" key={container} aria-labelledby={container}>
            <h2 id={container}>{CASES[container].title}</h2>
            <p class="caption ring-words">
              <code>{CASES[container].example}</code> {CASES[container].words}
            </p>
            {isShown ? <DemoRing session={session} container={container} /> : <div class="ring-place" />}
          </section>
        ))}
      </div>
    </main>
  );
}

function DemoRing({ session, container }: { readonly session: Session; readonly container: string }) {
  const { view } = useContainerView(session.client, { database: DEMO_DATABASE, container }, DEFINITION);
  if (view === undefined) return <div class="ring-place" />;
  return (
    <>
      <Ring
        partitions={view.partitions}
        uses={view.uses}
        keys={view.keys}
        centre={{
          value: number(view.usedRuPerSecond),
          unit: `of ${number(view.provisioned)} RU/s`,
          note: throttledWords(view.throttledPerSecond, "observe"),
          isHot: view.throttledPerSecond > 0,
        }}
        label={ringWords(view)}
        isSmall
      />
      {view.findings.slice(0, 1).map((finding) => (
        <FindingLine key={finding.kind} finding={finding} />
      ))}
      <p class="more">
        <Link to={{ name: "container", database: DEMO_DATABASE, container, tab: "partitions" }}>
          Look at its partitions
        </Link>
      </p>
    </>
  );
}
