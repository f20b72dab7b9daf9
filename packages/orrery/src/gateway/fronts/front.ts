/**
 * What a front does: it reads a request from its client, finds out whether its signature is good, and relays it to the engine's
 * process; it writes out the response. It refuses nothing itself: a request that it could not make anything of goes on as it is,
 * so that all refusals, figures and lines of the log are made in one place.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { heldLimits } from "../../schedule/held-bytes.ts";
import { AccountKeys, type AccountKeyTexts, authenticate } from "../auth/authenticate.ts";
import { GatewayRequest } from "../exchange/gateway-request.ts";
import { withoutBody } from "../exchange/gateway-response.ts";
import { Http2Code } from "../listener/http2-codes.ts";
import { requestOfStream, writeToStream } from "../listener/http2-exchange.ts";
import type { PlainExchange } from "../listener/plain-lane.ts";
import { writeResponse } from "../listener/write-response.ts";
import { FrameChannel } from "../relay/frame-channel.ts";
import { RelayClient, type RelayExchange } from "../relay/relay-client.ts";
import type { RelayTerms } from "../relay/relay-frames.ts";

export class Front {
  readonly #relay: RelayClient;
  /** Undefined until the engine's process has sent them. */
  #keys: AccountKeys | undefined;
  #keysVersion = 0;

  constructor(engine: Socket) {
    const channel = new FrameChannel(engine, (frame) => this.#relay.take(frame));
    this.#relay = new RelayClient(channel);
  }

  replaceKeys(keys: AccountKeyTexts, version: number): void {
    this.#keys = new AccountKeys(keys);
    this.#keysVersion = version;
  }

  /** The handler of requests that were read whole from their connection. */
  readonly handlePlain = (plain: PlainExchange): void => {
    const exchange = this.#relay.open({
      answer: (response) => plain.answer(response),
      cut: () => plain.socket.destroy(),
    });
    plain.whenOver(() => exchange.end());
    const request = GatewayRequest.ofPlain(plain);
    exchange.send(request, this.#termsOf(request), plain.body);
  };

  /** The handler of an HTTP server. */
  readonly handle = (message: IncomingMessage, response: ServerResponse): void => {
    const exchange = this.#relay.open({
      answer: (answer) => writeResponse(response, message.method === "HEAD" ? withoutBody(answer) : answer),
      cut: () => message.socket.destroy(),
    });
    response.once("close", () => exchange.end());
    const { "content-length": length, "transfer-encoding": coding } = message.headers;
    this.#send(exchange, GatewayRequest.of(message), length !== undefined || coding !== undefined);
  };

  /** The handler of HTTP/2 streams. Resolves when the engine has done its work. */
  readonly handleStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> =>
    new Promise((resolve) => {
      const exchange = this.#relay.open({
        answer: (answer) => {
          writeToStream(stream, headers[":method"] === "HEAD" ? withoutBody(answer) : answer);
          resolve();
        },
        cut: () => stream.close(Http2Code.cancel),
      });
      stream.once("close", () => exchange.end());
      this.#send(exchange, requestOfStream(stream, headers), !stream.endAfterHeaders);
    });

  /** With its body if that is small. A large one stays with its client until the engine has room for it. */
  #send(exchange: RelayExchange, request: GatewayRequest, hasBody: boolean): void {
    const terms = this.#termsOf(request);
    const bytes = hasBody ? Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY) : 0;
    if (bytes === 0) exchange.send(request, terms, undefined);
    else if (bytes >= heldLimits().countedFromBytes) exchange.send(request, terms, () => request.body());
    else {
      request.body().then(
        (body) => exchange.send(request, terms, body),
        () => exchange.send(request, terms, "gone"),
      );
    }
  }

  /** What its signature allows by the keys of now; undefined: nothing, which the engine will say. */
  #termsOf(request: GatewayRequest): RelayTerms {
    const keysVersion = this.#keysVersion;
    try {
      return { access: this.#keys && authenticate(request, this.#keys, Date.now()), keysVersion };
    } catch {
      return { access: undefined, keysVersion };
    }
  }
}
