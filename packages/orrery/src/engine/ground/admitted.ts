import { type AdmissionAsker, AdmissionRefusal, type Admitted } from "../../schedule/admission.ts";
import { Failure } from "../../value/failure.ts";
import type { Environment } from "./environment.ts";

/** Does work that reads many items, when there is a place for it. It may be done twice. */
export async function whenAdmitted<T>(
  { scheduler }: Environment,
  { owner = {}, isUnwanted }: { [Name in keyof AdmissionAsker]?: AdmissionAsker[Name] | undefined },
  work: (admitted: Admitted) => Promise<T>,
): Promise<T> {
  try {
    return await scheduler.admission.run({ owner, isUnwanted }, work);
  } catch (error) {
    if (!(error instanceof AdmissionRefusal)) throw error;
    const { message, retryAfterMs } = error;
    throw new Failure("serverBusy", message, { retryAfterMs, cause: error });
  }
}
