/**
 * Runs the sweep round after round while the server is up, and from time to time takes up what failed in the
 * background. A round never begins while another one is under way.
 */
import { type Engine, sweepEngine } from "../../engine/index.ts";

const INTERVAL_MS = 1_000;
/** What failed, for want of room for example, is not tried all the time. */
const RESUME_INTERVAL_MS = 30_000;

/** Returns a function that stops it. */
export function sweepRegularly(engine: Engine): () => void {
  let isSweeping = false;
  const sweeping = setInterval(() => {
    if (isSweeping) return;
    isSweeping = true;
    engine.inBackground(
      sweepEngine(engine)
        .then(() => {})
        .finally(() => {
          isSweeping = false;
        }),
    );
  }, INTERVAL_MS);
  const resuming = setInterval(() => engine.resume(), RESUME_INTERVAL_MS);
  sweeping.unref();
  resuming.unref();
  return () => {
    clearInterval(sweeping);
    clearInterval(resuming);
  };
}
