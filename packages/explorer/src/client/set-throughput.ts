/** Changes the throughput of a container: its offer is found, moved to the other kind if need be, and given the figure. */
import type { ContainerFigures } from "orrerydb/control-api";
import { containerPath, type OrreryClient } from "./orrery-client.ts";

export type ThroughputKind = ContainerFigures["throughput"]["kind"];

interface Offer {
  readonly _rid: string;
  readonly offerResourceId: string;
  readonly content: object;
}

/** Steps and least figures of the protocol. */
export const THROUGHPUT_RULES = {
  manual: { least: 400, step: 100 },
  autoscale: { least: 1_000, step: 1_000 },
} as const satisfies Record<ThroughputKind, object>;

export async function setThroughput(
  client: OrreryClient,
  figures: ContainerFigures,
  kind: ThroughputKind,
  ru: number,
): Promise<void> {
  const { body: container } = await client.data<{ _rid: string }>("GET", containerPath(figures));
  const offers = await client.list<Offer>(["offers"], "Offers");
  const offer = offers.find(({ offerResourceId }) => offerResourceId === container._rid);
  if (offer === undefined) throw new Error("The container has no throughput of its own.");
  const path = ["offers", offer._rid];
  let current = offer;
  if (kind !== figures.throughput.kind) {
    const header =
      kind === "autoscale"
        ? "x-ms-cosmos-migrate-offer-to-autopilot"
        : "x-ms-cosmos-migrate-offer-to-manual-throughput";
    // The server chooses a figure for the other kind; the one that is wanted comes next.
    current = (await client.data<Offer>("PUT", path, { body: offer, headers: { [header]: "True" } })).body;
  }
  const content =
    kind === "autoscale" ? { offerAutopilotSettings: { maxThroughput: ru } } : { offerThroughput: ru };
  await client.data("PUT", path, { body: { ...current, content } });
}
