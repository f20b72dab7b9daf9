/** The server as a whole: what it is, its words for queries, a copy of its data, an account as new. */
import { Failure } from "../../../value/failure.ts";
import { PRODUCT_VERSION } from "../../../wire/product.ts";
import { type ControlRoutes, NOTHING } from "./control-request.ts";

export const SERVER_ROUTES = {
  "GET server": async ({ context: { access, engine, services } }) => ({
    version: PRODUCT_VERSION,
    access: access.kind === "full" ? "full" : "readOnly",
    directPort: services.directPort() ?? null,
    inMemory: engine.checkpoint === undefined,
    now: new Date(engine.environment.now()).toISOString(),
  }),
  "GET query-words": ({ engine }) => engine.queries.words(),
  "POST checkpoint": async (request) => {
    await request.body(NOTHING);
    const { checkpoint } = request.engine;
    if (checkpoint === undefined) {
      throw new Failure("conflict", "This server keeps everything in memory: there is no folder to copy.");
    }
    return { folder: await checkpoint() };
  },
  /** No databases, no faults, no recording. The clock stays where it is. */
  "POST reset": async (request) => {
    await request.body(NOTHING);
    const { engine, services } = request;
    services.faults.clear();
    services.recorder.stop();
    const databases: string[] = [];
    for (;;) {
      const { rows } = await engine.databases.list({});
      if (rows.length === 0) return { databases };
      for (const row of rows as readonly { readonly id: string }[]) {
        await engine.databases.delete(row.id);
        databases.push(row.id);
      }
    }
  },
} satisfies Partial<ControlRoutes>;
