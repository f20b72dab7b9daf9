/** "Where is this key?": hash, place and partition of a value, computed as the server does. */

import type { PartitionKeyDefinition } from "orrerydb/control-api";
import { useEffect, useState } from "preact/hooks";
import { holderOf, type PlacedKey, type PlacedPartition, placeComponents } from "../../heat/hash-place.ts";
import { componentOf, KeyFields } from "../../parts/key-fields.tsx";

interface FindKeyProps {
  readonly definition: PartitionKeyDefinition;
  readonly partitions: readonly PlacedPartition[];
  readonly onFind: (found: { label: string; place: PlacedKey } | undefined) => void;
}

export function FindKey({ definition, partitions, onFind }: FindKeyProps) {
  const { paths } = definition;
  const [texts, setTexts] = useState<readonly string[]>(paths.map(() => ""));
  const isGiven = texts.some((text) => text !== "");
  const place = isGiven ? placeComponents(texts.map(componentOf), definition) : undefined;
  const holder = place && holderOf(place.epk, partitions);
  const label = texts.join(" / ");
  useEffect(() => onFind(place && { label, place }), [label]);
  return (
    <section class="panel" aria-labelledby="find-title">
      <h2 id="find-title">Where is this key?</h2>
      <KeyFields paths={paths} texts={texts} placeholder="ada" onChange={setTexts} />
      {place === undefined || holder === undefined ? (
        <p class="caption">
          Type a value and see where it lies. Numbers, true, false and null count as such; "42" in quotes is a
          text.
        </p>
      ) : (
        <p class="found" role="status">
          In <b>partition {holder.id}</b>. Its hash <code>{shortHash(place.epk)}</code> lies{" "}
          {(place.position * 100).toFixed(1)} % around the ring, between {(holder.from * 100).toFixed(1)} %
          and {(holder.to * 100).toFixed(1)} %, which is the part of partition {holder.id}. Every item with
          this value is there, and nowhere else.
        </p>
      )}
    </section>
  );
}

function shortHash(epk: string): string {
  return epk.length > 16 ? `${epk.slice(0, 16)}…` : epk;
}
