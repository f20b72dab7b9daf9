/** Effective partition keys as clients write them: in hexadecimal, of either case. */
import {
  type Epk,
  type EpkRange,
  PartitionKeyError,
  parseEpk as parse,
  WHOLE_EPK_RANGE,
} from "@orrerydb/keys/hash";
import { Failure } from "../value/failure.ts";

export function parseEpk(text: string): Epk {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof PartitionKeyError)) throw error;
    throw new Failure(
      "badRequest",
      `An effective partition key is an even number of hexadecimal digits, not '${text}'.`,
    );
  }
}

/** From two headers; without one of them, from the first key or to the last. */
export function parseEpkRange(min: string | undefined, max: string | undefined): EpkRange {
  return {
    min: min === undefined ? WHOLE_EPK_RANGE.min : parseEpk(min),
    max: max === undefined ? WHOLE_EPK_RANGE.max : parseEpk(max),
  };
}
