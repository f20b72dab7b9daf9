import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newContainer, openEngine } from "../../engine/engine.fixture.ts";
import type { Engine } from "../../engine/engine.ts";
import { Failure } from "../../value/failure.ts";
import { Credentials } from "../auth/credentials.ts";
import { type GatewayOptions, gatewayServices } from "../context/gateway-services.ts";
import { NO_DESKS } from "../context/no-desks.fixture.ts";
import { RequestContext } from "../context/request-context.ts";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import type { GatewayRequestInit } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { BrowserGuard } from "../public/browser-guard.ts";
import { answerFailures } from "./answer-failures.ts";
import { chainStages, type Stage } from "./stage.ts";
import {
  answerByRoute,
  answerControl,
  answerInStages,
  answerPublicly,
  authenticateClient,
  authorizeResourceToken,
  checkAddress,
  guardBrowsers,
  injectFaults,
  serveWhereOwned,
  stayCurrent,
} from "./stages.ts";

const KEY = Buffer.alloc(64, 1).toString("base64");
const NEXT: GatewayResponse = { status: 299, headers: {} };

let engine: Engine;
let isStopping = false;

beforeEach(async () => {
  engine = await openEngine();
  await newContainer(engine);
  isStopping = false;
});
afterEach(() => engine.close());

function contextOf(
  request: Partial<GatewayRequestInit>,
  options: Partial<GatewayOptions> = {},
): RequestContext {
  const services = gatewayServices(
    {
      engine,
      credentials: new Credentials({ primary: KEY }),
      guard: new BrowserGuard({ host: "127.0.0.1", allowedOrigins: ["https://app.example"] }),
      consistency: "Session",
      certificatePem: async () => "PEM",
      explorerFiles: async () => new Map([["index.html", Buffer.from("<title>explorer</title>")]]),
      directPort: () => undefined,
      desks: NO_DESKS,
      ...options,
    },
    () => isStopping,
  );
  return new RequestContext(services, testRequest(request));
}

const next = vi.fn(async () => NEXT);
beforeEach(() => next.mockClear());

/** What a stage answers; a stage may fail before it returns a promise. */
async function answerOf(stage: Stage, context: RequestContext): Promise<GatewayResponse> {
  return stage(context, next);
}

describe("a chain", () => {
  test("passes a request through its stages in order, until one answers", async () => {
    const seen: string[] = [];
    const passing =
      (name: string): Stage =>
      (context, following) => {
        seen.push(name);
        return following(context);
      };
    const answering: Stage = async () => NEXT;
    const last = vi.fn(async () => NEXT);
    const chain = chainStages([passing("a"), passing("b"), answering, passing("c")], last);
    expect(await chain(contextOf({}))).toBe(NEXT);
    expect(seen).toEqual(["a", "b"]);
    expect(last).not.toHaveBeenCalled();
  });
});

describe("answerFailures", () => {
  test("answers an expected failure with its status, and notes refused signatures", async () => {
    const context = contextOf({});
    const note = vi.spyOn(context.services.refusals, "note");
    const answer = await answerFailures(context, async () => {
      throw new Failure("unauthorized", "No.");
    });
    expect(answer.status).toBe(401);
    expect(note).toHaveBeenCalledOnce();
    expect(context.request.trace.failure?.code).toBe("unauthorized");
  });

  test("answers a bug with 500, and logs its trace without telling the client", async () => {
    const log = vi.spyOn(engine.environment, "log");
    const answer = await answerFailures(contextOf({}), async () => {
      throw new TypeError("x is not a function");
    });
    expect(answer.status).toBe(500);
    expect(answer.body!.toString()).not.toContain("x is not a function");
    expect(log).toHaveBeenCalledWith("error", expect.stringContaining("x is not a function"));
  });
});

describe("guardBrowsers", () => {
  test("refuses pages of other origins", async () => {
    const context = contextOf({ headers: { origin: "https://evil.example" } });
    await expect(answerOf(guardBrowsers, context)).rejects.toMatchObject({ code: "forbidden" });
    expect(next).not.toHaveBeenCalled();
  });

  test("answers the preflight of an allowed page, and passes on everything else", async () => {
    const headers = { origin: "https://app.example", "access-control-request-method": "POST" };
    const preflight = await answerOf(guardBrowsers, contextOf({ method: "OPTIONS", headers }));
    expect(preflight.status).toBe(204);
    expect(await answerOf(guardBrowsers, contextOf({}))).toBe(NEXT);
  });
});

describe("answerPublicly", () => {
  test.each([
    ["/_orrery/live", 200],
    ["/_orrery/ready", 200],
    ["/_explorer/emulator.pem", 200],
    ["/_explorer/", 200],
    ["/dbs/db/colls/c", 299],
  ])("%s is answered with %d", async (target, status) => {
    expect((await answerOf(answerPublicly, contextOf({ target }))).status).toBe(status);
  });

  test("a server that stops, or has lost its store, is not ready", async () => {
    const target = "/_orrery/ready";
    const lost = contextOf({ target }, { isCurrent: () => false });
    expect((await answerOf(answerPublicly, lost)).status).toBe(503);
    isStopping = true;
    expect((await answerOf(answerPublicly, contextOf({ target }))).status).toBe(503);
  });

  test("the certificate can only be read", async () => {
    const context = contextOf({ method: "POST", target: "/_explorer/emulator.pem" });
    await expect(answerOf(answerPublicly, context)).rejects.toMatchObject({ code: "methodNotAllowed" });
  });
});

describe("authenticateClient", () => {
  test("refuses a request without a signature", async () => {
    await expect(answerOf(authenticateClient, contextOf({}))).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("does not ask again for what is known", async () => {
    const context = contextOf({});
    context.access = { kind: "readOnly" };
    expect(await answerOf(authenticateClient, context)).toBe(NEXT);
    expect(context.access).toEqual({ kind: "readOnly" });
  });
});

describe("stayCurrent", () => {
  test.each([
    ["before the work", 0],
    ["after the work", 1],
  ])("refuses if another process takes over %s", async (_, validCalls) => {
    let calls = 0;
    const context = contextOf({}, { isCurrent: () => calls++ < validCalls });
    await expect(answerOf(stayCurrent, context)).rejects.toMatchObject({ code: "unavailable" });
    expect(next).toHaveBeenCalledTimes(validCalls);
  });

  test("answers of the control API are not checked again", async () => {
    let calls = 0;
    const context = contextOf({ target: "/_orrery/nodes" }, { isCurrent: () => calls++ < 1 });
    expect(await answerOf(stayCurrent, context)).toBe(NEXT);
  });
});

describe("serveWhereOwned", () => {
  test("asks the router where there is one", async () => {
    expect(await answerOf(serveWhereOwned, contextOf({}))).toBe(NEXT);
    const serve = vi.fn(async () => ({ status: 298, headers: {} }));
    const context = contextOf({}, { nodes: { serve } as unknown as NonNullable<GatewayOptions["nodes"]> });
    context.access = { kind: "full" };
    expect((await answerOf(serveWhereOwned, context)).status).toBe(298);
  });
});

describe("answerControl", () => {
  test("answers the control API, and nothing else", async () => {
    const context = contextOf({ target: "/_orrery/clock" });
    context.access = { kind: "full" };
    expect((await answerOf(answerControl, context)).status).toBe(200);
    expect(await answerOf(answerControl, contextOf({}))).toBe(NEXT);
  });
});

describe("authorizeResourceToken", () => {
  test("passes on what an account key has signed, and refuses a token that grants nothing", async () => {
    const context = contextOf({});
    context.access = { kind: "full" };
    expect(await answerOf(authorizeResourceToken, context)).toBe(NEXT);
    context.access = { kind: "token", token: "type=resource&ver=1&sig=x" };
    await expect(answerOf(authorizeResourceToken, context)).rejects.toBeInstanceOf(Failure);
    expect(next).toHaveBeenCalledOnce();
  });
});

describe("injectFaults", () => {
  test("answers with the fault of a rule", async () => {
    const context = contextOf({ target: "/dbs/db/colls/c" });
    expect(await answerOf(injectFaults, context)).toBe(NEXT);
    context.services.faults.add({
      condition: { operations: ["metadata"] },
      result: { type: "serviceUnavailable" },
    });
    expect((await answerOf(injectFaults, context)).status).toBe(503);
  });
});

describe("checkAddress", () => {
  test("refuses the address of a partition that does not exist", async () => {
    expect(await answerOf(checkAddress, contextOf({}))).toBe(NEXT);
    const replica = { containerRid: "AAAAAAAAAAA=", rangeId: "7" };
    await expect(answerOf(checkAddress, contextOf({ replica }))).rejects.toBeInstanceOf(Failure);
    expect(next).toHaveBeenCalledOnce();
  });
});

describe("the stages together", () => {
  test("a route answers what all of them pass on", async () => {
    const context = contextOf({ target: "/dbs/db" });
    context.access = { kind: "full" };
    expect((await answerByRoute(context)).status).toBe(200);
    expect((await answerInStages(context)).status).toBe(200);
  });

  test("nothing is answered without a signature", async () => {
    expect((await answerInStages(contextOf({ target: "/dbs/db" }))).status).toBe(401);
  });
});
