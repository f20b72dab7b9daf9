/** A gateway over an engine of a test, and a client of the SDK on it, without a socket. */
import { CosmosClient } from "@azure/cosmos";
import type { Engine } from "../engine/engine.ts";
import { BrowserGuard } from "./browser-guard.ts";
import { Credentials } from "./credentials.ts";
import { Gateway } from "./gateway.ts";
import { InProcessHttpClient } from "./in-process-http-client.ts";
import { NO_DESKS } from "./no-desks.fixture.ts";

const KEY = Buffer.alloc(64, 1).toString("base64");

export function clientOf(engine: Engine, isCurrent = () => true): CosmosClient {
  const gateway = new Gateway({
    engine,
    credentials: new Credentials({ primary: KEY }),
    guard: new BrowserGuard({ host: "127.0.0.1" }),
    consistency: "Session",
    certificatePem: async () => "",
    explorerFiles: async () => undefined,
    directPort: () => undefined,
    isCurrent,
    desks: NO_DESKS,
  });
  const httpClient = new InProcessHttpClient((request) => gateway.serve(request));
  return new CosmosClient({ endpoint: "http://in-process:8081/", key: KEY, httpClient });
}
