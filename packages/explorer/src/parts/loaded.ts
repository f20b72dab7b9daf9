/** Data that is read when a page opens, and again after a change. */
import { useEffect, useState } from "preact/hooks";
import { failureWords } from "./dialog.tsx";

export interface Loaded<T> {
  readonly value: T | undefined;
  /** Why the last read failed; empty if it did not. */
  readonly reason: string;
  readonly load: () => Promise<void>;
}

export function useLoaded<T>(read: () => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [value, setValue] = useState<T | undefined>(undefined);
  const [reason, setReason] = useState("");
  const load = async () => {
    try {
      setValue(await read());
      setReason("");
    } catch (error) {
      setReason(failureWords(error));
    }
  };
  useEffect(() => {
    void load();
  }, on);
  return { value, reason, load };
}
