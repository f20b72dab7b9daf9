/** A request as one line of a log, for people. */

import type { ShownRequest } from "../../api/control-api.ts";
import { shownValue } from "../../value/shown-value.ts";

export function requestLine(shown: ShownRequest): string {
  const { at, status, substatus, operation, key, partitions, charge, ms, items, query, why, fault } = shown;
  const what = [shown.database, shown.container, shown.id].filter((name) => name !== undefined).join("/");
  const parts = [
    at,
    substatus === undefined ? status : `${status}/${substatus}`,
    operation,
    ...(what === "" ? [] : [oneLine(what)]),
    ...(key === undefined ? [] : [`key ${oneLine(key)}`]),
    ...(partitions.length === 0 ? [] : [partitionWords(partitions)]),
    `${charge} RU`,
    `${ms.toFixed(1)} ms`,
    ...(items === undefined ? [] : [items === 1 ? "1 item" : `${items} items`]),
    ...(query === undefined ? [] : [`query ${oneLine(shownValue(query))}`]),
    ...(fault === undefined ? [] : [`injected by ${oneLine(fault)}`]),
    ...(why === undefined ? [] : [`because ${oneLine(shownValue(why))}`]),
  ];
  return parts.join("  ");
}

function partitionWords(partitions: readonly string[]): string {
  return `${partitions.length === 1 ? "partition" : "partitions"} ${partitions.join(",")}`;
}

/** What a client wrote cannot begin another line, nor command the terminal. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through.
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));
}
