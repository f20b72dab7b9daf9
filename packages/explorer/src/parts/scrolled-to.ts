/** On a narrow page what was chosen stands below the list: it is brought into view, also when another is chosen. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function useScrolledTo<T extends HTMLElement>(chosen: unknown): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => element.current?.scrollIntoView({ block: "nearest" }), [chosen]);
  return element;
}
