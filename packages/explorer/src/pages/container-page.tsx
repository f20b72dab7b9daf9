/** One container, in tabs. */
import type { ContainerFigures } from "orrerydb/control-api";
import type { Session } from "../client/session.ts";
import { lazyPage } from "../parts/lazy-page.tsx";
import { usePolled } from "../parts/polling.ts";
import { Link } from "../parts/router.tsx";
import { bytes, plural } from "../parts/words.ts";
import { Partitions } from "./partitions/partitions.tsx";

interface ContainerPageProps {
  readonly session: Session;
  readonly database: string;
  readonly container: string;
  readonly tab: string;
  readonly detail?: readonly string[];
}

const Items = lazyPage(async () => (await import("./items/items.tsx")).Items);
const Query = lazyPage(async () => (await import("./query/query.tsx")).Query);
const Changes = lazyPage(async () => (await import("./changes/changes.tsx")).Changes);
const Scripts = lazyPage(async () => (await import("./scripts/scripts.tsx")).ScriptsPage);
const Key = lazyPage(async () => (await import("./key/key.tsx")).KeyPage);
const Settings = lazyPage(async () => (await import("./settings/settings.tsx")).Settings);

const EVERY_MS = 3_000;

const TABS = [
  ["partitions", "Partitions"],
  ["items", "Items"],
  ["query", "Query"],
  ["changes", "Changes"],
  ["scripts", "Scripts"],
  ["key", "Key"],
  ["settings", "Settings"],
] as const;

export function ContainerPage({ session, database, container, tab, detail = [] }: ContainerPageProps) {
  const {
    value: figures,
    refusal,
    refresh,
  } = usePolled(() => session.client.container({ database, container }), EVERY_MS, [
    session,
    database,
    container,
  ]);
  if (refusal?.status === 404) {
    return (
      <main class="narrow">
        <h1>There is no container “{container}”</h1>
        <p class="lead">
          The database “{database}” has none of this name.{" "}
          <Link to={{ name: "overview" }}>Back to all containers</Link>
        </p>
      </main>
    );
  }
  if (figures === undefined) return <p class="loading">Looking at {container}…</p>;
  const shown = () => {
    switch (tab) {
      case "items":
        return <Items session={session} figures={figures} />;
      case "query":
        return <Query session={session} figures={figures} />;
      case "changes":
        return <Changes session={session} figures={figures} />;
      case "scripts":
        return <Scripts session={session} figures={figures} detail={detail} />;
      case "key":
        return <Key session={session} figures={figures} />;
      case "settings":
        return <Settings session={session} figures={figures} onChange={refresh} />;
      default:
        return <Partitions session={session} figures={figures} onChange={refresh} />;
    }
  };
  return (
    <main>
      <div class="head">
        <div>
          <p class="crumbs">
            <Link to={{ name: "overview" }}>All containers</Link> / {database} (
            <Link to={{ name: "users", database }}>users</Link>)
          </p>
          <h1>{container}</h1>
          <p class="lead">{keyFacts(figures)}</p>
        </div>
        <nav class="tabs" aria-label="Views of the container">
          {TABS.map(([name, title]) => (
            <Link
              key={name}
              to={{ name: "container", database, container, tab: name }}
              current={tab === name}
            >
              {title}
            </Link>
          ))}
        </nav>
      </div>
      {shown()}
    </main>
  );
}

function keyFacts({ partitionKey, items, bytes: size }: ContainerFigures): string {
  return `Partition key ${partitionKey.paths.join(", ")} · ${plural(items, "item")} · ${bytes(size)}`;
}
