/**
 * Client-side encryption of the SDK, end to end: keys are wrapped by a resolver in memory, the server only ever sees
 * what it must not be able to read.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import {
  BulkOperationType,
  ChangeFeedStartFrom,
  type Container,
  type CosmosClient,
  EncryptionAlgorithm,
  EncryptionKeyResolverName,
  EncryptionQueryBuilder,
  EncryptionType,
  KeyEncryptionAlgorithm,
  PatchOperationType,
} from "@azure/cosmos";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refusal } from "../harness/refusal.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";

/** Wraps keys with keys of its own, one for each name. */
class MemoryKeyResolver {
  readonly encryptionKeyResolverName = EncryptionKeyResolverName.AzureKeyVault;
  readonly #secrets = new Map<string, Buffer>();

  async wrapKey(name: string, _algorithm: string, key: Uint8Array): Promise<Uint8Array> {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#secret(name), iv);
    return Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
  }

  async unwrapKey(name: string, _algorithm: string, wrapped: Uint8Array): Promise<Uint8Array> {
    const bytes = Buffer.from(wrapped);
    const decipher = createDecipheriv("aes-256-gcm", this.#secret(name), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
  }

  #secret(name: string): Buffer {
    let secret = this.#secrets.get(name);
    if (secret === undefined) this.#secrets.set(name, (secret = randomBytes(32)));
    return secret;
  }
}

const ALGORITHM = EncryptionAlgorithm.AEAD_AES_256_CBC_HMAC_SHA256;
const metadata = (value: string) => ({
  type: EncryptionKeyResolverName.AzureKeyVault,
  name: value,
  value,
  algorithm: KeyEncryptionAlgorithm.RSA_OAEP,
});
const path = (name: string, encryptionType: EncryptionType) => ({
  path: name,
  clientEncryptionKeyId: "key",
  encryptionType,
  encryptionAlgorithm: ALGORITHM,
});

const PATIENT = { id: "1", pk: "ward-7", name: "Ada", age: 36, notes: { blood: "AB" }, room: 12 };

/** Whole values only: ciphertext may hold any three letters by chance. */
const PLAIN = /"(Ada|Bob|Eve|AB|ward-\d)"|"age":\d/;

let server: TestServer;
let client: CosmosClient;
let container: Container;
let count = 0;

beforeAll(async () => {
  server = await TestServer.start();
  client = server.connect({
    clientEncryptionOptions: { keyEncryptionKeyResolver: new MemoryKeyResolver() },
  });
  await client.database(DATABASE).createClientEncryptionKey("key", ALGORITHM, metadata("master-1"));
});
afterAll(async () => {
  client.dispose();
  await server.stop();
});
beforeEach(async () => {
  const created = await client.database(DATABASE).containers.create({
    id: `patients-${++count}`,
    partitionKey: { paths: ["/pk"], version: 2 },
    clientEncryptionPolicy: {
      policyFormatVersion: 2,
      includedPaths: [
        path("/pk", EncryptionType.DETERMINISTIC),
        path("/name", EncryptionType.DETERMINISTIC),
        path("/age", EncryptionType.DETERMINISTIC),
        path("/notes", EncryptionType.RANDOMIZED),
      ],
    },
  });
  container = created.container;
  await container.items.create(PATIENT);
});

/** What the server keeps. */
async function stored(): Promise<Record<string, unknown>[]> {
  return (await server.database.container(container.id).items.readAll().fetchAll()).resources;
}

test("the server keeps ciphertext, the client reads its own item", async () => {
  const [kept] = await stored();
  expect(kept).toMatchObject({ id: "1", room: 12 });
  expect(JSON.stringify(kept)).not.toMatch(PLAIN);
  expect((await container.item("1", "ward-7").read()).resource).toMatchObject(PATIENT);
});

test("replaces, upserts, patches and deletes", async () => {
  await container.item("1", "ward-7").replace({ ...PATIENT, age: 37 });
  expect((await container.item("1", "ward-7").read()).resource).toMatchObject({ age: 37 });
  await container.items.upsert({ ...PATIENT, id: "2", name: "Bob" });
  await container.item("2", "ward-7").patch([
    { op: PatchOperationType.set, path: "/name", value: "Eve" },
    { op: PatchOperationType.set, path: "/room", value: 13 },
  ]);
  expect((await container.item("2", "ward-7").read()).resource).toMatchObject({ name: "Eve", room: 13 });
  expect(JSON.stringify(await stored())).not.toMatch(PLAIN);
  await container.item("2", "ward-7").delete();
  expect(await stored()).toHaveLength(1);
});

test("queries find what is encrypted deterministically", async () => {
  await container.items.create({ ...PATIENT, id: "2", name: "Bob" });
  const query = new EncryptionQueryBuilder("SELECT * FROM c WHERE c.name = @name AND c.room = 12");
  query.addParameter("@name", "Bob", "/name");
  const { resources } = await (await container.items.getEncryptionQueryIterator(query)).fetchAll();
  expect(resources).toMatchObject([{ id: "2", name: "Bob", notes: { blood: "AB" } }]);
});

test("batches and bulk requests", async () => {
  const { result } = await container.items.batch(
    [
      { operationType: BulkOperationType.Create, resourceBody: { ...PATIENT, id: "2", name: "Bob" } },
      { operationType: BulkOperationType.Read, id: "1" },
    ],
    "ward-7",
  );
  expect(result?.map(({ statusCode }) => statusCode)).toEqual([201, 200]);
  expect(result?.[1]?.resourceBody).toMatchObject({ name: "Ada" });
  const bulk = await container.items.executeBulkOperations([
    {
      operationType: BulkOperationType.Create,
      partitionKey: "ward-8",
      resourceBody: { ...PATIENT, id: "3", pk: "ward-8" } as never,
    },
  ]);
  expect(bulk[0]?.response?.statusCode).toBe(201);
  expect((await container.item("3", "ward-8").read()).resource).toMatchObject({ name: "Ada" });
  expect(JSON.stringify(await stored())).not.toMatch(PLAIN);
});

test("the change feed", async () => {
  const all = await container.items
    .getChangeFeedIterator({ changeFeedStartFrom: ChangeFeedStartFrom.Beginning() })
    .readNext();
  expect(all.result).toMatchObject([PATIENT]);
});

test("keys are wrapped anew, and stay the same keys", async () => {
  const before = await client.database(DATABASE).readClientEncryptionKey("key");
  await client.database(DATABASE).rewrapClientEncryptionKey("key", metadata("master-2"));
  const after = await client.database(DATABASE).readClientEncryptionKey("key");
  const wrapped = ({ clientEncryptionKeyProperties }: typeof before) =>
    clientEncryptionKeyProperties?.wrappedDataEncryptionKey;
  expect(wrapped(after)).not.toEqual(wrapped(before));
  expect(after.clientEncryptionKeyProperties?.encryptionKeyWrapMetadata.name).toBe("master-2");
  expect((await container.item("1", "ward-7").read()).resource).toMatchObject(PATIENT);
  expect(
    await refusal(client.database(DATABASE).createClientEncryptionKey("key", ALGORITHM, metadata("m"))),
  ).toMatchObject({ code: 409 });
});

test("a client that knows a container of the same name from before is told so", async () => {
  await server.database.container(container.id).delete();
  await server.createContainer(container.id);
  const rid = {
    "x-ms-cosmos-intended-collection-rid": "AAAAAAAAAAA=",
    "x-ms-documentdb-partitionkey": '["x"]',
  };
  const answer = await server.raw.send("GET", `/dbs/${DATABASE}/colls/${container.id}/docs/1`, {
    headers: { ...rid, "x-ms-cosmos-is-client-encrypted": "true" },
  });
  expect([answer.status, answer.headers["x-ms-substatus"]]).toEqual([400, "1024"]);
});
