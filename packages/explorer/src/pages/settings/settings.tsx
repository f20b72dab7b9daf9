/** Settings of a container: throughput, time to live, indexing policy, computed properties, unique keys. */

import { useState } from "preact/hooks";
import { Failure } from "../../parts/failure.tsx";
import { JsonText } from "../../parts/long-text.tsx";
import { usePolled } from "../../parts/polling.ts";
import type { ContainerProps } from "../container-props.ts";
import { type ContainerResource, changeDefinition, readDefinition } from "./container-resource.ts";
import { JsonSetting } from "./json-setting.tsx";
import { ThroughputPanel } from "./throughput-panel.tsx";
import { TimeToLive } from "./time-to-live.tsx";

const EVERY_MS = 5_000;

interface SettingsProps extends ContainerProps {
  readonly onChange: () => void;
}

export function Settings({ session, figures, onChange }: SettingsProps) {
  const { client, mayWrite } = session;
  const { database, container } = figures;
  const { value, refusal, refresh } = usePolled(() => readDefinition(client, figures), EVERY_MS, [
    client,
    database,
    container,
  ]);
  const [isWhole, setWhole] = useState(false);
  if (value === undefined)
    return refusal === undefined ? (
      <p class="loading">Looking at the settings…</p>
    ) : (
      <Failure reason={refusal.message} />
    );
  const { resource, indexPercent } = value;
  const change = async (members: Partial<ContainerResource>) => {
    await changeDefinition(client, figures, resource, members);
    refresh();
  };
  return (
    <>
      <ThroughputPanel session={session} figures={figures} onChange={onChange} />
      <div class="columns">
        <JsonSetting
          title="Indexing policy"
          value={resource.indexingPolicy ?? {}}
          mayWrite={mayWrite}
          rows={16}
          onSave={(indexingPolicy) => change({ indexingPolicy: indexingPolicy as object })}
        >
          <p class="caption">
            What it includes is indexed and found without a scan; what it excludes makes writes cheaper. A
            change is applied while everything goes on.
          </p>
          {indexPercent < 100 && (
            <p class="preview" role="status">
              <span class="meter" role="img" aria-label={`${indexPercent} % of the items are indexed by it`}>
                <i style={{ width: `${indexPercent}%` }} />
              </span>
              {indexPercent} % of the items are indexed by it; until then, queries that need it scan.
            </p>
          )}
        </JsonSetting>
        <div class="stack">
          <TimeToLive
            key={resource._etag}
            seconds={resource.defaultTtl}
            mayWrite={mayWrite}
            onSave={(defaultTtl) => change({ defaultTtl } as Partial<ContainerResource>)}
          />
          <UniqueKeys resource={resource} />
          <JsonSetting
            title="Computed properties"
            value={resource.computedProperties ?? []}
            mayWrite={mayWrite}
            rows={5}
            onSave={(computedProperties) => change({ computedProperties: computedProperties as object[] })}
          >
            <p class="caption">
              Each has a name and a query over one item, such as{" "}
              <code>{'{ "name": "lower", "query": "SELECT VALUE LOWER(c.name) FROM c" }'}</code>. Queries use
              it like any property; it is indexed where the policy includes it.
            </p>
          </JsonSetting>
        </div>
      </div>
      <section class="panel" aria-labelledby="whole-title">
        <div class="panel-head">
          <h2 id="whole-title">The whole definition</h2>
          <button type="button" class="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Hide" : "Show"}
          </button>
        </div>
        {isWhole && <JsonText text={JSON.stringify(resource, null, 2)} label="Definition as JSON" />}
      </section>
    </>
  );
}

function UniqueKeys({ resource }: { readonly resource: ContainerResource }) {
  const keys = resource.uniqueKeyPolicy?.uniqueKeys ?? [];
  return (
    <section class="panel" aria-labelledby="unique-title">
      <h2 id="unique-title">Unique keys</h2>
      {keys.length === 0 ? (
        <p class="caption">None. They are chosen when a container is made, and never change.</p>
      ) : (
        <>
          <ul class="plain">
            {keys.map(({ paths }) => (
              <li key={paths.join()}>
                <code>{paths.join(", ")}</code>
              </li>
            ))}
          </ul>
          <p class="caption">
            No two items of one key have the same values here. They were chosen when the container was made,
            and never change.
          </p>
        </>
      )}
    </section>
  );
}
