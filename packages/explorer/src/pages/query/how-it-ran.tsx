/** The partitions as the ring that they are, those that were asked lit, and what it took. */

import type { ContainerFigures } from "orrerydb/control-api";
import { useEffect, useState } from "preact/hooks";
import type { OrreryClient } from "../../client/orrery-client.ts";
import { useAttempts } from "../../parts/attempt.ts";
import { Facts } from "../../parts/facts.tsx";
import { Failure } from "../../parts/failure.tsx";
import { number, plural } from "../../parts/words.ts";
import { arc } from "../../picture/ring.tsx";
import { advice, clientWork } from "./explain.ts";
import { type RanQuery, runQuery, visitedBy } from "./run-query.ts";

interface HowItRanProps {
  readonly client: OrreryClient;
  readonly figures: ContainerFigures;
  readonly ran: RanQuery;
}

export function HowItRan({ client, figures, ran }: HowItRanProps) {
  const visited = visitedBy(ran.plan, ran.partitions);
  const facts = {
    run: ran,
    visited: visited.length,
    partitions: ran.partitions.length,
    keyPaths: figures.partitionKey.paths,
  };
  return (
    <section class="panel" aria-labelledby="ran-title">
      <h2 id="ran-title">How it ran</h2>
      <div class="ran">
        <LitRing ran={ran} visited={visited.map(({ id }) => id)} />
        <div class="stack">
          <Facts
            facts={[
              ["Charge", `${number(ran.charge)} RU`],
              ["Time", `${number(ran.ms)} ms`],
              ["Partitions asked", `${visited.length} of ${ran.partitions.length}`],
              [
                "Items read",
                ran.loaded === 0 && ran.rows.length > 0 ? "none: the index has it" : number(ran.loaded),
              ],
              ["Rows returned", number(ran.rows.length)],
              ["Indexes used", ran.usedIndexes.length === 0 ? "none: a scan" : ran.usedIndexes.join(", ")],
            ]}
          />
          <p>{clientWork(ran.plan, visited.length)}</p>
          <p class="preview">
            <b>Advice.</b> {advice(facts)}
          </p>
          {visited.length > 1 && <EachPartition client={client} figures={figures} ran={ran} />}
        </div>
      </div>
    </section>
  );
}

function LitRing({ ran, visited }: { readonly ran: RanQuery; readonly visited: readonly string[] }) {
  const gap = ran.partitions.length > 60 ? 0.0004 : ran.partitions.length > 1 ? 0.004 : 0;
  const words = `Asked: ${visited.map((id) => `partition ${id}`).join(", ") || "none"}; ${plural(ran.partitions.length, "partition")} in all`;
  return (
    <svg class="lit-ring" viewBox="-80 -80 160 160" role="img" aria-label={words}>
      {ran.partitions.map(({ id, from, to }) => (
        <path key={id} class={visited.includes(id) ? "lit" : "unlit"} d={arc(from + gap, to - gap, 54, 76)} />
      ))}
      <text y={-4} class="lit-count">
        {visited.length}
      </text>
      <text y={18} class="lit-of">
        of {ran.partitions.length}
      </text>
    </svg>
  );
}

interface Share {
  readonly id: string;
  readonly charge: number;
  readonly loaded: number;
  readonly rows: number;
}

/** More than these are asked when it is wanted: each answer costs RU. */
const MEASURED_AT_ONCE_MAX = 12;

/** Asks each partition by itself, as clients do: the first page of each. */
function EachPartition({ client, figures, ran }: HowItRanProps) {
  const [shares, setShares] = useState<readonly Share[] | undefined>(undefined);
  const { reason, attempt } = useAttempts();
  const visited = visitedBy(ran.plan, ran.partitions);
  const measure = () =>
    attempt(async () => {
      const each = visited.map(async ({ id }) => {
        const { charge, loaded, rows } = await runQuery(client, figures, ran.text, { partition: id });
        return { id, charge, loaded, rows: rows.length };
      });
      setShares(await Promise.all(each));
    });
  const isWanted = visited.length <= MEASURED_AT_ONCE_MAX;
  useEffect(() => {
    if (isWanted) void measure();
  }, []);
  if (shares === undefined) {
    return (
      <div>
        {isWanted ? (
          <p class="caption" role="status">
            Measuring each partition…
          </p>
        ) : (
          <button type="button" class="quiet" onClick={measure}>
            Measure each partition
          </button>
        )}
        <Failure reason={reason} />
      </div>
    );
  }
  const most = Math.max(...shares.map(({ charge }) => charge));
  const all = shares.reduce((sum, { charge }) => sum + charge, 0);
  return (
    <>
      <table aria-label="What each partition did">
        <thead>
          <tr>
            <th scope="col">Partition</th>
            <th scope="col">RU</th>
            <th scope="col" class="right">
              Items read
            </th>
            <th scope="col" class="right">
              Rows
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ id, charge, loaded, rows }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td>
                <span class="use">
                  <span class="meter" aria-hidden="true">
                    <i style={{ width: `${(100 * charge) / most}%` }} />
                  </span>
                  {number(charge)}
                </span>
              </td>
              <td class="right">{number(loaded)}</td>
              <td class="right">{number(rows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="caption">
        The first page of each, asked by itself as clients do: {number(all)} RU beside the charge above.
      </p>
    </>
  );
}
