import type { UdfHost } from "../../sql/index.js";
import type { Container } from "../container/container.js";
/** What queries need of scripts. */
export interface FunctionProvider {
    /** Gives the functions that a query calls, if it calls any, to whoever runs it. */
    withFunctions<T>(container: Container, text: string, run: (udf: UdfHost | undefined) => Promise<T>): Promise<T>;
}
