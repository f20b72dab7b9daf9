/** The keys that take the most, and those that hold the most. */
import { useState } from "preact/hooks";
import type { OrreryClient, Place } from "../../client/orrery-client.ts";
import { Choice } from "../../parts/choice.tsx";
import { usePolled } from "../../parts/polling.ts";
import { bytes, keyWords, number } from "../../parts/words.ts";

const LISTS = [
  ["consumers", "Busiest"],
  ["throttled", "Throttled"],
  ["largest", "Largest"],
] as const;
const EVERY_MS = 5_000;
const LARGEST_EVERY_MS = 30_000;
type List = (typeof LISTS)[number][0];

export function HotKeys({ client, place }: { readonly client: OrreryClient; readonly place: Place }) {
  const [list, setList] = useState<List>("consumers");
  const withLargest = list === "largest";
  const { value: answer } = usePolled(
    async () => ({ withLargest, keys: await client.keys(place, withLargest) }),
    withLargest ? LARGEST_EVERY_MS : EVERY_MS,
    [client, place.database, place.container, withLargest],
  );
  const value = answer?.withLargest === withLargest ? answer.keys : undefined;
  const rows =
    value === undefined
      ? []
      : list === "largest"
        ? value.largest.map(({ key, partition, items, storageBytes }) => ({
            key,
            partition,
            weight: storageBytes,
            words: `${bytes(storageBytes)}, ${number(items)} items`,
          }))
        : value[list].map(({ key, partition, count }) => ({
            key,
            partition,
            weight: count,
            words: list === "consumers" ? `${number(count)} RU` : `${number(count)} requests`,
          }));
  const most = Math.max(1e-9, ...rows.map(({ weight }) => weight));
  return (
    <section class="panel" aria-labelledby="keys-title">
      <div class="panel-head">
        <h2 id="keys-title">Keys</h2>
        <Choice label="Which keys" options={LISTS} value={list} onChoose={setList} />
      </div>
      {rows.length === 0 ? (
        <p class="nothing">{value === undefined ? "Looking at the keys…" : EMPTY[list]}</p>
      ) : (
        <ol class="keys">
          {rows.map(({ key, partition, weight, words }) => (
            <li key={`${partition} ${key}`}>
              <span class="key-bar" aria-hidden="true" style={{ width: `${(100 * weight) / most}%` }} />
              <span class="key-name">{keyWords(key)}</span>
              <span class="muted">
                {words} · partition {partition}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p class="caption">{list === "largest" ? "Exact, as it is stored." : "In the last hour."}</p>
    </section>
  );
}

const EMPTY: Readonly<Record<List, string>> = {
  consumers: "No key has spent anything in the last hour.",
  throttled: "No request was over the limit in the last hour.",
  largest: "The container is empty.",
};
