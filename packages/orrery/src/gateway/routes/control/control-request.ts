/** A request of the control API: its path in parts, its query parameters and body, checked. */
import type { ControlAnswer, ControlCall } from "../../../api/control-api.ts";
import { type ContainerAddress, type EngineOperations, UNMETERED_CHARGES } from "../../../engine/index.ts";
import { Failure } from "../../../value/failure.ts";
import { shownValue } from "../../../value/shown-value.ts";
import { ResponseHeader } from "../../../wire/headers.ts";
import type { GatewayServices } from "../../context/gateway-services.ts";
import type { KeyDesks, NamedContainer } from "../../context/key-desks.ts";
import type { RequestContext } from "../../context/request-context.ts";
import type { Reader } from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";

const LIMIT_MAX = 1_000;

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

  /** A page of HTML, that stands by itself. */
  answerPage(html: string): GatewayResponse {
    const answer = this.context.answer(200, Buffer.from(html), UNMETERED_CHARGES.control);
    answer.headers[ResponseHeader.contentType] = "text/html; charset=utf-8";
    return answer;
  }

  answer<Name extends ControlCall>(body: ControlAnswer<Name>): GatewayResponse {
    return this.answerText(JSON.stringify(body));
  }

  answerText(json: string): GatewayResponse {
    return this.context.answer(200, Buffer.from(json), UNMETERED_CHARGES.control);
  }
}
