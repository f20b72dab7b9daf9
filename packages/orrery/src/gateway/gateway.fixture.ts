/** A gateway over an engine of a test, and a client of the SDK on it, without a socket. */
import { CosmosClient } from "@azure/cosmos";
import type { Engine } from "../engine/engine.ts";
import { Credentials } from "./auth/credentials.ts";
import { NO_DESKS } from "./context/no-desks.fixture.ts";
import { InProcessHttpClient } from "./exchange/in-process-http-client.ts";
import { Gateway } from "./gateway.ts";
import { BrowserGuard } from "./public/browser-guard.ts";

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
