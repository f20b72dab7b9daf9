/** Makes the target what the source is, but for its key. */
import type { Container, ContainerRequest, CosmosClient } from "@azure/cosmos";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { type ContainerPlace, RepartitionError } from "./account.ts";
import { DEFINED } from "./plan-move.ts";
import { findContainer, type OpenedContainer } from "./sides.ts";

export async function prepareTarget(
  source: OpenedContainer,
  client: CosmosClient,
  place: ContainerPlace,
  key: PartitionKeyDefinition,
): Promise<OpenedContainer> {
  const database = client.database(place.database);
  await client.databases.createIfNotExists({ id: place.database });
  if ((await findContainer(client, place)) === undefined) {
    const definition = source.definition as unknown as Record<string, unknown>;
    const parts = DEFINED.filter((name) => definition[name] !== undefined).map((name) => [
      name,
      definition[name],
    ]);
    const body = { id: place.container, partitionKey: key, ...Object.fromEntries(parts) };
    await database.containers.create({
      ...body,
      ...(await throughputOf(source.container)),
    } as ContainerRequest);
  }
  const target = (await findContainer(client, place))!;
  checkTarget(source, target, key);
  await copyScripts(source.container, target.container);
  return target;
}

export function checkTarget(
  source: OpenedContainer,
  target: OpenedContainer,
  key: PartitionKeyDefinition,
): void {
  if (target.rid === source.rid)
    throw new RepartitionError("The source and the target are the same container: name another target.");
  const paths = target.definition.partitionKey.paths.join();
  if (paths === key.paths.join()) return;
  throw new RepartitionError(
    `The target ${target.place.container} is there, and its key is ${paths}, not ${key.paths.join()}. Delete it, or name another.`,
  );
}

/** The same as the source's; nothing where its database gives it. */
async function throughputOf(container: Container): Promise<object> {
  const { resource } = await container.readOffer();
  const content = resource?.content as
    | { offerThroughput?: number; offerAutopilotSettings?: { maxThroughput: number } }
    | undefined;
  if (content?.offerAutopilotSettings) return { maxThroughput: content.offerAutopilotSettings.maxThroughput };
  return content?.offerThroughput === undefined ? {} : { throughput: content.offerThroughput };
}

async function copyScripts({ scripts: from }: Container, { scripts: to }: Container): Promise<void> {
  for (const each of (await from.storedProcedures.readAll().fetchAll()).resources) {
    await to.storedProcedures.create({ id: each.id!, body: each.body! }).catch(isThere);
  }
  for (const { id, body, triggerType, triggerOperation } of (await from.triggers.readAll().fetchAll())
    .resources) {
    await to.triggers
      .create({ id: id!, body: body!, triggerType: triggerType!, triggerOperation: triggerOperation! })
      .catch(isThere);
  }
  for (const each of (await from.userDefinedFunctions.readAll().fetchAll()).resources) {
    await to.userDefinedFunctions.create({ id: each.id!, body: each.body! }).catch(isThere);
  }
}

function isThere(error: unknown): void {
  if ((error as { code?: number }).code !== 409) throw error;
}
