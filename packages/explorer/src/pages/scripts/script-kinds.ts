/** The three kinds of scripts: what the protocol calls them, what people do, and what a new one begins with. */
import { containerPath, type OrreryClient, type Place } from "../../client/orrery-client.ts";

export interface Script {
  readonly id: string;
  readonly body: string;
  readonly _etag?: string;
  readonly triggerType?: TriggerType;
  readonly triggerOperation?: TriggerOperation;
}

export const TRIGGER_TYPES = ["Pre", "Post"] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];
export const TRIGGER_OPERATIONS = ["All", "Create", "Update", "Replace", "Delete"] as const;
export type TriggerOperation = (typeof TRIGGER_OPERATIONS)[number];

interface KindFacts {
  readonly title: string;
  readonly one: string;
  /** In paths, and in the answer of the feed. */
  readonly path: string;
  readonly member: string;
  readonly use: string;
  readonly fresh: Omit<Script, "id">;
}

export const KINDS = {
  procedures: {
    title: "Stored procedures",
    one: "stored procedure",
    path: "sprocs",
    member: "StoredProcedures",
    use: "A stored procedure reads and writes the items of one key, all or nothing.",
    fresh: {
      body: `function count(prefix) {
  const container = getContext().getCollection();
  const accepted = container.queryDocuments(
    container.getSelfLink(),
    "SELECT VALUE COUNT(1) FROM c",
    (error, rows) => {
      if (error) throw error;
      console.log("counted");
      getContext().getResponse().setBody(prefix + rows[0]);
    },
  );
  if (!accepted) throw new Error("There was no time left for the query.");
}`,
    },
  },
  triggers: {
    title: "Triggers",
    one: "trigger",
    path: "triggers",
    member: "Triggers",
    use: "A trigger runs with a write that names it, before it or after it, and can change or refuse it.",
    fresh: {
      triggerType: "Pre",
      triggerOperation: "All",
      body: `function stamp() {
  const request = getContext().getRequest();
  const item = request.getBody();
  item.stamped = new Date().toISOString();
  request.setBody(item);
}`,
    },
  },
  functions: {
    title: "Functions",
    one: "function",
    path: "udfs",
    member: "UserDefinedFunctions",
    use: "A function is called in queries, as udf.name(…).",
    fresh: {
      body: `function tax(price) {
  return Math.round(price * 0.19 * 100) / 100;
}`,
    },
  },
} as const satisfies Record<string, KindFacts>;

export type ScriptKind = keyof typeof KINDS;
export const SCRIPT_KINDS = Object.keys(KINDS) as ScriptKind[];

export function isScriptKind(text: string | undefined): text is ScriptKind {
  return text !== undefined && Object.hasOwn(KINDS, text);
}

export type Scripts = Readonly<Record<ScriptKind, readonly Script[]>>;

/** The scripts of a container, as the protocol has them. */
export class ScriptStore {
  readonly #client: OrreryClient;
  readonly #container: readonly string[];

  constructor(client: OrreryClient, place: Place) {
    this.#client = client;
    this.#container = containerPath(place);
  }

  async all(): Promise<Scripts> {
    const lists = SCRIPT_KINDS.map(async (kind) => {
      const scripts = await this.#client.list<Script>(this.path(kind), KINDS[kind].member);
      return [kind, [...scripts].sort((a, b) => a.id.localeCompare(b.id))] as const;
    });
    return Object.fromEntries(await Promise.all(lists)) as unknown as Scripts;
  }

  path(kind: ScriptKind, id?: string): string[] {
    return [...this.#container, KINDS[kind].path, ...(id === undefined ? [] : [id])];
  }

  async create(kind: ScriptKind, script: Script): Promise<void> {
    await this.#client.data("POST", this.path(kind), { body: script });
  }

  /** Refused with 412 if somebody has changed it since. */
  async replace(kind: ScriptKind, before: Script, after: Script): Promise<void> {
    const headers = { "if-match": before._etag ?? "*" };
    await this.#client.data("PUT", this.path(kind, before.id), { body: after, headers });
  }

  async remove(kind: ScriptKind, { id }: Script): Promise<void> {
    await this.#client.data("DELETE", this.path(kind, id));
  }
}
