/** Queries by the name of their container: the way in for gateways. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { QueryWords } from "../../sql/language.ts";
import { NO_DATA_CHARGE } from "../../throughput/charges.ts";
import type { ContainerNames } from "../container/container-names.ts";
import type { ContainerAddress, ContainersByName } from "../container/open-containers.ts";
import { whenAdmitted } from "../ground/admitted.ts";
import type { Environment } from "../ground/environment.ts";
import { lazily } from "../ground/lazily.ts";
import { loadLanguage } from "../ground/query-language.ts";
import type { GatedRequest } from "./cross-partition-gate.ts";
import type { FunctionProvider } from "./function-provider.ts";
import { KeptQueryResults } from "./kept-query-results.ts";
import type { QueryAnswer, QueryText } from "./query-container.ts";

// With the engine that runs queries: a server starts without it.
const gate = lazily(() => import("./cross-partition-gate.ts"));
const queries = lazily(() => import("./query-container.ts"));
const plans = lazily(() => import("./query-plans.ts"));

interface ClientQueryRequest extends GatedRequest {
  readonly followsSplits: boolean;
}

interface PlanAnswer {
  readonly body: JsonObject;
  readonly charge: number;
  readonly container: ContainerNames;
}

export class QueryOperations {
  readonly #containers: ContainersByName;
  readonly #functions: FunctionProvider;
  readonly #environment: Environment;
  readonly #kept: KeptQueryResults;

  constructor(containers: ContainersByName, functions: FunctionProvider, environment: Environment) {
    this.#containers = containers;
    this.#functions = functions;
    this.#environment = environment;
    this.#kept = new KeptQueryResults(environment);
  }

  run(address: ContainerAddress, text: QueryText, request: ClientQueryRequest): Promise<QueryAnswer> {
    return whenAdmitted(this.#environment, request, (admitted) =>
      this.#containers.use(address, async (container) => {
        const { checkServable } = await gate();
        const { queryContainer } = await queries();
        await checkServable(container, text, request);
        const scoped = { ...request, admitted, kept: this.#kept };
        return this.#functions.withFunctions(container, text.text, (udf) =>
          queryContainer(container, text, udf === undefined ? scoped : { ...scoped, udf }),
        );
      }),
    );
  }

  /** For editors. */
  async words(): Promise<QueryWords> {
    const { queryWords } = await loadLanguage();
    return queryWords();
  }

  /** For clients that merge the partitions' rows themselves. */
  plan(address: ContainerAddress, text: QueryText, features: ReadonlySet<string>): Promise<PlanAnswer> {
    return this.#containers.use(address, async (container) => {
      const { planContainerQuery } = await plans();
      const { body } = await planContainerQuery(container, text, features);
      return { body, charge: NO_DATA_CHARGE, container: container.definition.names };
    });
  }
}
