/** Brings items in from a file, a few at a time, and lists what was refused. */

import { useState } from "preact/hooks";
import { membersOf, withMember } from "../../client/exact-json.ts";
import { Refusal } from "../../client/orrery-client.ts";
import { failureWords } from "../../parts/attempt.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Failure } from "../../parts/failure.tsx";
import { number, plural } from "../../parts/words.ts";
import type { Item, ItemStore } from "./item-store.ts";
import { type ReadLine, readFile } from "./read-file.ts";

const AT_A_TIME = 6;
/** Some minutes of work for a page. */
const MANY_LINES = 100_000;
const RETRIES_MAX = 9;
const REFUSED_SHOWN = 50;
const TOLD_EVERY_MS = 200;

interface Refused {
  readonly count: number;
  readonly shown: readonly string[];
}

interface ImportItemsProps {
  readonly store: ItemStore;
  readonly onClose: () => void;
}

export function ImportItems({ store, onClose }: ImportItemsProps) {
  const [lines, setLines] = useState<readonly ReadLine[] | undefined>(undefined);
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<Refused>({ count: 0, shown: [] });
  const [reason, setReason] = useState("");
  const [isOver, setOver] = useState(false);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setReason("");
    try {
      setLines(readFile(file.name, await file.text()));
    } catch (error) {
      setReason(`The file cannot be read: ${(error as Error).message}.`);
    }
  };
  const act = async () => {
    const all = lines ?? [];
    const faults: string[] = [];
    let next = 0;
    let over = 0;
    // Told now and then: a state for each of a million lines would take longer than the lines.
    const tell = () => {
      setDone(over);
      setRefused({ count: faults.length, shown: faults.slice(0, REFUSED_SHOWN) });
    };
    const timer = setInterval(tell, TOLD_EVERY_MS);
    const worker = async () => {
      while (next < all.length) {
        const line = all[next++]!;
        const fault = await importLine(store, line);
        if (fault !== undefined) faults.push(`Line ${line.line}: ${fault}`);
        over++;
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_A_TIME }, worker));
    } finally {
      clearInterval(timer);
      tell();
    }
    setOver(true);
  };
  return (
    <Dialog
      title="Import items"
      action={lines === undefined ? "Import" : `Import ${plural(lines.length, "item")}`}
      canAct={lines !== undefined && !isOver}
      act={act}
      onClose={onClose}
      staysOpen
    >
      <label class="field">
        <span>
          A file <span class="muted">(JSON array, one JSON object a line, or CSV)</span>
        </span>
        <input
          type="file"
          accept=".json,.ndjson,.jsonl,.csv"
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </label>
      <Failure reason={reason} />
      {lines !== undefined && (
        <>
          <progress class="all" max={lines.length} value={done} aria-label="Lines imported" />
          <p class="preview" role="status">
            {done === 0
              ? `${plural(lines.length, "line")} to import. Items with the same key and id are replaced.`
              : `${number(done)} of ${plural(lines.length, "line")} done, ${number(refused.count)} refused.`}
            {lines.length > MANY_LINES && " For this many, “orrery import” is quicker."}
          </p>
        </>
      )}
      {refused.count > 0 && (
        <ul class="refused" aria-label="Refused lines">
          {refused.shown.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {refused.count > REFUSED_SHOWN && <li>and {number(refused.count - REFUSED_SHOWN)} more</li>}
        </ul>
      )}
    </Dialog>
  );
}

/** Why it was refused, if it was. */
async function importLine(store: ItemStore, { item, fault }: ReadLine): Promise<string | undefined> {
  if (item === undefined) return fault;
  const whole = withId(item);
  for (let attempt = 0; ; attempt++) {
    try {
      await store.upsert(whole);
      return undefined;
    } catch (error) {
      const isThrottled = error instanceof Refusal && error.status === 429;
      if (!isThrottled || attempt === RETRIES_MAX) return failureWords(error);
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs));
    }
  }
}

/** A number becomes a text of its digits. */
function withId(item: Readonly<Record<string, unknown>>): Item {
  if (typeof item.id === "string") return item as Item;
  const id = membersOf(item).get("id") ?? crypto.randomUUID();
  return withMember(item, "id", JSON.stringify(id)) as Item;
}
