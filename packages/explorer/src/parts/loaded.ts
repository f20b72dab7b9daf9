/** Data that is read when a page opens, and again after a change. */
import { useEffect, useState } from "preact/hooks";
import { useAttempts } from "./attempt.ts";

export interface Loaded<T> {
  readonly value: T | undefined;
  /** Why the last read failed; empty if it did not. */
  readonly reason: string;
  readonly load: () => Promise<void>;
}

export function useLoaded<T>(read: () => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [value, setValue] = useState<T | undefined>(undefined);
  const { reason, attempt } = useAttempts();
  const load = () => attempt(async () => setValue(await read()));
  useEffect(() => {
    void load();
  }, on);
  return { value, reason, load };
}
