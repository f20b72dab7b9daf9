/** Programs that other people wrote for the service, each with the SDK that it depends on: they must not notice. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { TestServer } from "../harness/test-server.ts";
import { loadProgram } from "./program.ts";

const botbuilder = loadProgram(["botbuilder-azure@4.23.3"]);
const langchain = loadProgram(["@langchain/azure-cosmosdb@0.2.8", "@langchain/core@0.3.80"]);
const sessions = loadProgram(["express-session-cosmosdb@0.5.0", "express-session@1.18.1"]);

let nowMs = Date.now();
let server: TestServer;
let orrery: TestServer["orrery"];
beforeAll(async () => {
  server = await TestServer.start({ environment: { now: () => nowMs } });
  orrery = server.orrery;
});
afterAll(() => server.stop());

describe.skipIf(botbuilder === undefined)("botbuilder-azure, partitioned storage", () => {
  const open = () => {
    const { CosmosDbPartitionedStorage } = botbuilder!("botbuilder-azure");
    return new CosmosDbPartitionedStorage({
      cosmosDbEndpoint: orrery.endpoint,
      authKey: orrery.key,
      databaseId: "bots",
      containerId: "state",
      compatibilityMode: false,
    });
  };
  beforeAll(async () => {
    await orrery.client().databases.create({ id: "bots" });
  });

  test("writes, reads, replaces and deletes state", async () => {
    const storage = open();
    await storage.write({ "user/1": { name: "Ada", visits: 1 }, "user/2": { name: "Bob", visits: 1 } });
    const read = await storage.read(["user/1", "user/2", "user/3"]);
    expect(Object.keys(read).sort()).toEqual(["user/1", "user/2"]);
    expect(read["user/1"]).toMatchObject({ name: "Ada", visits: 1, eTag: expect.any(String) });
    await storage.write({ "user/1": { ...read["user/1"], visits: 2 } });
    expect((await storage.read(["user/1"]))["user/1"]).toMatchObject({ visits: 2 });
    await storage.delete(["user/1", "user/3"]);
    expect(await storage.read(["user/1"])).toEqual({});
  });

  test("refuses to write over what another turn wrote", async () => {
    const storage = open();
    await storage.write({ turn: { count: 1 } });
    const stale = (await storage.read(["turn"])).turn;
    await storage.write({ turn: { ...stale, count: 2 } });
    await expect(storage.write({ turn: { ...stale, count: 9 } })).rejects.toMatchObject({ code: 412 });
    await storage.write({ turn: { count: 3, eTag: "*" } });
    expect((await storage.read(["turn"])).turn).toMatchObject({ count: 3 });
  });

  test("escapes keys that are no ids, and keeps long ones apart", async () => {
    const storage = open();
    const keys = ["a/b", "a\\b", "a?b", "a#b", "a b", "*", "ü日本", "x".repeat(400), `${"x".repeat(400)}y`];
    await storage.write(Object.fromEntries(keys.map((key, i) => [key, { i }])));
    const read = await storage.read(keys);
    expect(keys.map((key) => read[key].i)).toEqual(keys.map((_, i) => i));
  });

  test("names deep nesting when the server refuses it", async () => {
    let nested: object = {};
    for (let depth = 0; depth < 130; depth++) nested = { nested };
    await expect(open().write({ deep: { nested } })).rejects.toThrow(/Maximum nesting depth/);
  });
});

describe.skipIf(langchain === undefined)("@langchain/azure-cosmosdb", () => {
  const open = (sessionId: string, more: object = {}) => {
    const { AzureCosmsosDBNoSQLChatMessageHistory } = langchain!("@langchain/azure-cosmosdb");
    const { connectionString } = orrery;
    return new AzureCosmsosDBNoSQLChatMessageHistory({ sessionId, userId: "ada", connectionString, ...more });
  };

  test("keeps the history of a chat", async () => {
    const { AIMessage, HumanMessage } = langchain!("@langchain/core/messages");
    const history = open("s1");
    expect(await history.getMessages()).toEqual([]);
    await history.addMessage(new HumanMessage("Where do planets go?"));
    await history.addMessage(new AIMessage("Around."));
    const again = await open("s1").getMessages();
    expect(again.map((message: { content: string }) => message.content)).toEqual([
      "Where do planets go?",
      "Around.",
    ]);
    await history.clear();
    expect(await open("s1").getMessages()).toEqual([]);
  });

  test("keeps sessions and their context apart, by user", async () => {
    const { HumanMessage } = langchain!("@langchain/core/messages");
    for (const id of ["a", "b"]) {
      const history = open(id);
      await history.addMessage(new HumanMessage(id));
      await history.setContext({ title: id });
    }
    const stranger = open("a", { userId: "bob" });
    await stranger.addMessage(new HumanMessage("hers"));
    const titles = (await open("a").getAllSessions()).map(({ context }: { context: object }) => context);
    expect(titles).toEqual([{ title: "a" }, { title: "b" }]);
    await open("a").clearAllSessions();
    expect(await open("a").getAllSessions()).toEqual([]);
    expect(await stranger.getAllSessions()).toHaveLength(1);
  });

  test("lets chats expire", async () => {
    const { HumanMessage } = langchain!("@langchain/core/messages");
    const history = open("short", { containerName: "short-lived", ttl: 60 });
    await history.addMessage(new HumanMessage("soon gone"));
    expect(await history.getMessages()).toHaveLength(1);
    nowMs += 62_000;
    expect(await history.getMessages()).toEqual([]);
  });

  test("finds documents by the distance of their vectors", async () => {
    const { AzureCosmosDBNoSQLVectorStore } = langchain!("@langchain/azure-cosmosdb");
    /** Counts of four letters: near in letters, near in space. */
    class LetterEmbeddings {
      async embedQuery(text: string): Promise<number[]> {
        return [..."aeio"].map((letter) => text.split(letter).length);
      }
      embedDocuments(texts: string[]): Promise<number[][]> {
        return Promise.all(texts.map((text) => this.embedQuery(text)));
      }
    }
    const store = await AzureCosmosDBNoSQLVectorStore.fromTexts(
      ["banana", "eleven", "indigo", "cocoon"],
      ["fruit", "number", "colour", "shell"].map((kind) => ({ kind })),
      new LetterEmbeddings(),
      { connectionString: orrery.connectionString, databaseName: "vectors", containerName: "words" },
    );
    const [nearest] = await store.similaritySearch("papaya", 1);
    expect(nearest).toMatchObject({ pageContent: "banana", metadata: { kind: "fruit" } });
    const scored = await store.similaritySearchWithScore("eleven", 2);
    expect(scored).toHaveLength(2);
    expect(scored[0]).toMatchObject([{ pageContent: "eleven" }, expect.closeTo(1)]);
    await store.delete();
    // Asked of the container: version 4.9 of the SDK, which the program brings, never ends an ordered search that finds nothing.
    const words = orrery.client().database("vectors").container("words");
    expect((await words.items.readAll().fetchAll()).resources).toEqual([]);
  });
});

describe.skipIf(sessions === undefined)("express-session-cosmosdb, with version 3 of the SDK", () => {
  // This SDK speaks TLS only, and Node reads the certificates to trust when it starts: as with any emulator.
  beforeAll(() => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    return () => vi.unstubAllEnvs();
  });

  /** Counts the visits of a browser session. */
  async function startSite(collection: string) {
    const session = sessions!("express-session");
    const Store = sessions!("express-session-cosmosdb").default;
    const store = new Store({
      endpoint: orrery.endpoint.replace("http:", "https:"),
      key: orrery.key,
      database: "sites",
      collection,
      createDatabaseIfNotExists: true,
      skipVerifyCollectionExists: true,
      ttl: 60,
    });
    await store.initialize();
    const middleware = session({ secret: "s", resave: false, saveUninitialized: true, store });
    const site = createServer((request, response) => {
      middleware(request, response, () => {
        const { session: own } = request as unknown as {
          session: { visits?: number; destroy(done: () => void): void };
        };
        if (request.url === "/leave") return own.destroy(() => response.end("left"));
        own.visits = (own.visits ?? 0) + 1;
        response.end(String(own.visits));
      });
    });
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    let cookie = "";
    return {
      visit: async (path = "/") => {
        const answer = await fetch(`${url}${path}`, { headers: cookie === "" ? {} : { cookie } });
        cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
        return answer.text();
      },
      close: () => {
        site.closeAllConnections();
        site.close();
      },
    };
  }

  test("keeps sessions, ends them, and lets them expire", async () => {
    const { database } = await orrery.client().databases.createIfNotExists({ id: "sites" });
    await database.containers.create({ id: "sessions", partitionKey: "/id", defaultTtl: -1 });
    const site = await startSite("sessions");
    expect([await site.visit(), await site.visit(), await site.visit()]).toEqual(["1", "2", "3"]);
    expect(await site.visit("/leave")).toBe("left");
    expect([await site.visit(), await site.visit()]).toEqual(["1", "2"]);
    nowMs += 62_000;
    expect(await site.visit()).toBe("1");
    site.close();
  });
});
