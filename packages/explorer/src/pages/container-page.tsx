/** One container, in tabs. */
import type { ContainerFigures } from "../client/figures.ts";
import type { Session } from "../client/session.ts";
import { usePolled } from "../parts/polling.ts";
import { Link } from "../parts/router.tsx";
import { bytes, plural } from "../parts/words.ts";
import { Items } from "./items/items.tsx";
import { Partitions } from "./partitions/partitions.tsx";
import { Query } from "./query/query.tsx";

interface ContainerPageProps {
  readonly session: Session;
  readonly database: string;
  readonly container: string;
  readonly tab: string;
}

const TABS = [
  ["partitions", "Partitions"],
  ["items", "Items"],
  ["query", "Query"],
] as const;

export function ContainerPage({ session, database, container, tab }: ContainerPageProps) {
  const { value, refresh } = usePolled(() => session.client.containers(), 3_000, [session]);
  const figures = value?.find((each) => each.database === database && each.container === container);
  if (value === undefined) return <p class="loading">Looking at {container}…</p>;
  if (figures === undefined) {
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
  return (
    <main>
      <div class="head">
        <div>
          <p class="crumbs">
            <Link to={{ name: "overview" }}>All containers</Link> / {database}
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
      {tab === "items" ? (
        <Items session={session} figures={figures} />
      ) : tab === "query" ? (
        <Query session={session} figures={figures} />
      ) : (
        <Partitions session={session} figures={figures} onChange={refresh} />
      )}
    </main>
  );
}

function keyFacts({ partitionKey, items, bytes: size }: ContainerFigures): string {
  return `Partition key ${partitionKey.paths.join(", ")} · ${plural(items, "item")} · ${bytes(size)}`;
}
