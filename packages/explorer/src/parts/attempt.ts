import { useState } from "preact/hooks";
import { Refusal } from "../client/orrery-client.ts";

interface Attempts {
  /** Why the last one failed; empty if it did not. */
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>;
}

/** Work that the user asks for, and that may fail. */
export function useAttempts(): Attempts {
  const [reason, setReason] = useState("");
  const attempt = async (work: () => Promise<unknown>) => {
    setReason("");
    try {
      await work();
    } catch (error) {
      setReason(failureWords(error));
    }
  };
  return { reason, setReason, attempt };
}

export function failureWords(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return error instanceof TypeError ? "The server does not answer." : String(error);
}
