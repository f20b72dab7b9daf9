import { afterAll, beforeAll, describe } from "vitest";
import { PostgresServer } from "../../../../../tests/harness/postgres-server.ts";
import { describeKeyValueStore } from "../key-value.suite.ts";
import { PostgresStore } from "./postgres-store.ts";

const server = await PostgresServer.start("the key-value contract on PostgreSQL");
let schemas = 0;

describe.skipIf(server === undefined)("on PostgreSQL", () => {
  let url: string;
  beforeAll(async () => {
    url = await server!.newDatabase();
  });
  afterAll(() => server?.stop());

  describeKeyValueStore("PostgresStore", () =>
    PostgresStore.open({ url, durability: "disk", schema: `s${++schemas}` }),
  );

  describe("with the tables of Citus, which are not shared out here", () => {
    beforeAll(async () => {
      url = await server!.newCitusDatabase();
    });

    describeKeyValueStore("PostgresStore", () =>
      PostgresStore.open({ url, durability: "disk", schema: `d${++schemas}` }),
    );
  });
});
