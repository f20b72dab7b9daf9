/** One round: a new database, and a number of requests that follow from a seed. */
import { integerBelow, seededRandom } from "../harness/seeded-random.ts";
import { type FuzzAnswer, FuzzTarget } from "./fuzz-target.ts";
import { type FuzzToken, mutateRequest } from "./mutate-request.ts";
import { type FuzzRequest, SAMPLES } from "./sample-requests.ts";

/** Those that were answered lately are sent again. */
const TOKENS_MAX = 60;
/** Requests delete what later ones are about. */
const RESTORED_AFTER = 1_000;

export interface FuzzCase {
  readonly seed: number;
  readonly request: FuzzRequest;
  readonly answer: FuzzAnswer;
}

export async function fuzzRound(
  seed: number,
  requests: number,
  see: (fuzzCase: FuzzCase) => void,
): Promise<void> {
  const random = seededRandom(seed);
  const target = await FuzzTarget.start(seed);
  const tokens: FuzzToken[] = [];
  const samples = [...SAMPLES, ...(await target.offerRequests())];
  try {
    for (let i = 0; i < requests; i++) {
      if (i > 0 && i % RESTORED_AFTER === 0) await target.restore();
      const sample = samples[integerBelow(random, samples.length)]!;
      const request = mutateRequest(sample, random, tokens);
      const answer = await target.send(request);
      see({ seed, request, answer });
      tokens.unshift(...answer.tokens);
      tokens.length = Math.min(tokens.length, TOKENS_MAX);
    }
  } finally {
    await target.close();
  }
}
