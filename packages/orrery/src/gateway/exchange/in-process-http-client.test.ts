import { CosmosClient } from "@azure/cosmos";
import { expect, test } from "vitest";
import { Failure } from "../../value/failure.ts";
import { AccountKeys, authenticate } from "../auth/authenticate.ts";
import type { GatewayRequest } from "./gateway-request.ts";
import { commonHeaders, failureResponse, type GatewayResponse } from "./gateway-response.ts";
import { InProcessHttpClient } from "./in-process-http-client.ts";

const KEY = Buffer.alloc(64, 1).toString("base64");
const ENDPOINT = "http://in-process:8081/";

/** A client of the SDK whose requests are checked and then answered by `serve`. */
function clientOf(serve: (request: GatewayRequest) => Promise<GatewayResponse>): CosmosClient {
  const keys = new AccountKeys({ primary: KEY });
  const httpClient = new InProcessHttpClient(async (request) => {
    try {
      authenticate(request, keys, Date.now());
      if (request.path.type === "") return answer(200, account(request));
      return await serve(request);
    } catch (error) {
      return failureResponse(error, "activity", Date.now());
    }
  });
  return new CosmosClient({ endpoint: ENDPOINT, key: KEY, httpClient });
}

function account({ host }: GatewayRequest): object {
  const locations = [{ name: "here", databaseAccountEndpoint: `http://${host}/` }];
  return { id: "orrery", writableLocations: locations, readableLocations: locations };
}

function answer(status: number, body: unknown): GatewayResponse {
  return { status, headers: commonHeaders("activity", 1, 0), body: Buffer.from(JSON.stringify(body)) };
}

test("the SDK signs, sends and reads without a socket", async () => {
  const client = clientOf(async (request) => {
    expect(request).toMatchObject({ method: "POST", host: "in-process:8081", secure: false });
    return answer(201, JSON.parse((await request.body()).toString()));
  });
  const { resource, requestCharge, activityId } = await client.databases.create({ id: "größe 中" });
  expect(resource).toEqual({ id: "größe 中" });
  expect(requestCharge).toBe(1);
  expect(activityId).toBe("activity");
  client.dispose();
});

test("ids arrive as over a socket", async () => {
  const ids: (string | undefined)[] = [];
  const client = clientOf(async ({ path }) => {
    ids.push(path.segments.at(-1)?.id);
    return { status: 204, headers: commonHeaders("activity", 1, 0) };
  });
  const container = client.database("d").container("c");
  for (const id of [" x ", "a?b", "a+b=", "p%20", "l\nf", "鱀", '"<>`{}|^'])
    await container.item(id, "k").delete();
  expect(ids).toEqual([" x ", "a?b", "a+b=", "p%20", "l\nf", "鱀", '"<>`{}|^']);
  client.dispose();
});

test("failures become the SDK's errors", async () => {
  const client = clientOf(async () => {
    throw new Failure("rangeGone", "Split.");
  });
  await expect(client.database("d").delete()).rejects.toMatchObject({ code: 410, substatus: 1002 });
  client.dispose();
});

test("a full disk reaches the caller of a write at the first try", async () => {
  let tries = 0;
  const client = clientOf(async () => {
    tries++;
    throw new Failure("storageFull", "The disk is full.");
  });
  await expect(client.database("d").container("c").items.upsert({ id: "1" })).rejects.toMatchObject({
    code: 503,
  });
  // One to read the container's partition key, tried again as a read, then none.
  expect(tries).toBe(2);
  tries = 0;
  await expect(client.databases.create({ id: "x" })).rejects.toMatchObject({ code: 503 });
  expect(tries).toBe(1);
  client.dispose();
});

test("a body over the limit is refused as over a socket", async () => {
  const client = clientOf(async (request) => answer(201, (await request.body()).length));
  const huge = { id: "x", text: "a".repeat(3_000_000) };
  await expect(client.databases.create(huge)).rejects.toMatchObject({ code: 413 });
  client.dispose();
});

test("an aborted request ends, though its work goes on", async () => {
  const controller = new AbortController();
  let release = () => {};
  const client = clientOf(async () => {
    controller.abort();
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return answer(200, {});
  });
  const read = client.database("d").read({ abortSignal: controller.signal });
  await expect(read).rejects.toMatchObject({ name: "AbortError" });
  release();
  client.dispose();
});
