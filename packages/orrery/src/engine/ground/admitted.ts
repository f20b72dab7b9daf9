import { AdmissionRefusal, type Admitted } from "../../schedule/admission.ts";
import type { TaskOwner } from "../../schedule/task-line.ts";
import { Failure } from "../../value/failure.ts";
import type { Environment } from "./environment.ts";

/** Does work that reads many items, when there is a place for it. It may be done twice. */
export async function whenAdmitted<T>(
  { scheduler }: Environment,
  owner: TaskOwner | undefined,
  work: (admitted: Admitted) => Promise<T>,
): Promise<T> {
  try {
    return await scheduler.admission.run(owner ?? {}, work);
  } catch (error) {
    if (!(error instanceof AdmissionRefusal)) throw error;
    const { message, retryAfterMs } = error;
    throw new Failure("serverBusy", message, { retryAfterMs, cause: error });
  }
}
