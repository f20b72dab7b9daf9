/** Runs the sweep round after round while the server is up. A round that takes long is not joined by another. */
import { type Engine, sweepEngine } from "../engine/index.ts";

const INTERVAL_MS = 1_000;

/** Answers what stops it. */
export function sweepRegularly(engine: Engine): () => void {
  let isSweeping = false;
  const timer = setInterval(() => {
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
  timer.unref();
  return () => clearInterval(timer);
}
