/** Stored procedures by name: the way in for gateways. */
import type { Json } from "@orrerydb/exact-json";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import type { ContainerAddress, ContainersByName } from "../container/open-containers.ts";
import type { ProcedureAnswer, ProcedureRequest, Scripts } from "./scripts.ts";

export class ProcedureOperations {
  readonly #containers: ContainersByName;
  readonly #tree: ResourceTree;
  readonly #scripts: Scripts;

  constructor(containers: ContainersByName, tree: ResourceTree, scripts: Scripts) {
    this.#containers = containers;
    this.#tree = tree;
    this.#scripts = scripts;
  }

  /** `procedure`: its id or resource id. */
  execute(
    address: ContainerAddress,
    procedure: string,
    parameters: readonly Json[],
    request: ProcedureRequest,
  ): Promise<ProcedureAnswer> {
    return this.#containers.use(address, async (container) =>
      this.#scripts.execute(
        container,
        this.#tree.find("storedProcedure", container.definition.rid, procedure),
        parameters,
        request,
      ),
    );
  }
}
