/** A request of the control API: its path in parts, its query parameters and body, checked. */
import type { ControlAnswer, ControlCall } from "../../../api/control-api.ts";
import type { ContainerAddress, EngineOperations } from "../../../engine/index.ts";
import { Failure } from "../../../value/failure.ts";
import { shownValue } from "../../../value/shown-value.ts";
import type { GatewayServices } from "../../context/gateway-services.ts";
import type { KeyDesks, NamedContainer } from "../../context/key-desks.ts";
import type { RequestContext } from "../../context/request-context.ts";
import { object, oneOf, type Reader } from "../../exchange/control-body.ts";

const LIMIT_MAX = 1_000;
const TRUE_OR_FALSE = oneOf("true", "false");
/** The body of a request that takes none. */
export const NOTHING = object({});

/** A response that is not JSON of an object: its text is sent as it is. */
export class ControlText {
  readonly text: string;
  readonly contentType: string;

  constructor(text: string, contentType: string) {
    this.text = text;
    this.contentType = contentType;
  }
}

/** What answers each request. Other than text, it is sent as JSON. */
export type ControlRoutes = {
  readonly [Name in ControlCall]: (request: ControlRequest) => Promise<ControlAnswer<Name> | ControlText>;
};

export class ControlRequest {
  readonly context: RequestContext;
  /** What stands for the names in the route: `{database}` and so on. */
  readonly names: Readonly<Record<string, string>>;

  constructor(context: RequestContext, names: Readonly<Record<string, string>>) {
    this.context = context;
    this.names = names;
  }

  get services(): GatewayServices {
    return this.context.services;
  }

  get engine(): EngineOperations {
    return this.context.engine;
  }

  get container(): ContainerAddress {
    return { database: this.names.database!, container: this.names.container! };
  }

  get desks(): KeyDesks {
    return this.services.desks;
  }

  /** The same by its names of now, whatever the path names it by. A Failure if it is not there. */
  async namedContainer(): Promise<NamedContainer> {
    const { resource, owner } = await this.engine.containers.read(this.container);
    return {
      database: owner.link.slice("dbs/".length),
      container: resource.id,
      rid: resource.rid,
    };
  }

  parameter(name: string): string | undefined {
    return new URLSearchParams(this.context.request.path.query).get(name) ?? undefined;
  }

  /** The parameter `limit`: a whole number from 1 to 1,000. */
  limit(): number | undefined {
    const text = this.parameter("limit");
    if (text === undefined) return undefined;
    const limit = /^\d+$/.test(text) ? Number(text) : 0;
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new Failure(
        "badRequest",
        `'limit' must be a whole number from 1 to ${LIMIT_MAX}, not '${text}'.`,
      );
    }
    return limit;
  }

  /** A parameter that is `true` or `false`. */
  flag(name: string, otherwise: boolean): boolean {
    return TRUE_OR_FALSE(this.parameter(name) ?? String(otherwise), `'${name}'`) === "true";
  }

  /** A time in milliseconds since 1970, say. */
  wholeNumber(name: string): number | undefined {
    const text = this.parameter(name);
    if (text === undefined) return undefined;
    if (!/^\d{1,15}$/.test(text))
      throw new Failure("badRequest", `'${name}' must be a whole number, not '${shownValue(text)}'.`);
    return Number(text);
  }

  /** An absent body is an empty one. */
  async body<T>(reader: Reader<T>): Promise<T> {
    const isAbsent = (await this.context.request.body()).length === 0;
    return reader(isAbsent ? {} : await this.context.json(), "The body");
  }
}
