/** Asks again and again while the page is looked at, and slows down where answers take long. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Refusal } from "../client/orrery-client.ts";

/** The server did not answer the last request of some poll. */
export const isOffline = signal(false);
/** An answer may take this part of the time between two. */
const DUTY = 0.1;

export interface Polled<T> {
  readonly value: T | undefined;
  readonly refusal: Refusal | undefined;
  /** Asks at once. */
  readonly refresh: () => void;
}

export function usePolled<T>(ask: () => Promise<T>, everyMs: number, on: readonly unknown[]): Polled<T> {
  const [value, setValue] = useState<T | undefined>(undefined);
  const [refusal, setRefusal] = useState<Refusal | undefined>(undefined);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    const next = (ms: number) => {
      if (!isOver) timer = window.setTimeout(() => void run(), ms);
    };
    const run = async () => {
      if (document.hidden) return next(everyMs);
      const startMs = performance.now();
      try {
        const answer = await ask();
        if (isOver) return;
        isOffline.value = false;
        setValue(answer);
        setRefusal(undefined);
      } catch (error) {
        if (isOver) return;
        if (error instanceof Refusal) setRefusal(error);
        else isOffline.value = true;
      }
      next(Math.max(everyMs, (performance.now() - startMs) / DUTY));
    };
    void run();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [...on, asked]);
  return { value, refusal, refresh: () => setAsked((count) => count + 1) };
}
