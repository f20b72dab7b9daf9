/** Addresses within the page: every view has its own, so that reloading and sharing work. */
import { computed, signal } from "@preact/signals";
import type { ComponentChildren, TargetedMouseEvent } from "preact";

const BASE = "/_explorer/";

export type View =
  | { readonly name: "overview" }
  | { readonly name: "demo" }
  | { readonly name: "requests" }
  | { readonly name: "users"; readonly database: string; readonly user?: string }
  | {
      readonly name: "container";
      readonly database: string;
      readonly container: string;
      readonly tab: string;
      /** What the tab shows of many: a script, say. */
      readonly detail?: readonly string[];
    };

const path = signal(location.pathname);
addEventListener("popstate", () => (path.value = location.pathname));

export const view = computed<View>(() => {
  const parts = path.value.slice(BASE.length).split("/").map(decoded);
  const [kind, database, second, tab, ...detail] = parts;
  if (kind === "demo" || kind === "requests") return { name: kind };
  if (kind === "users" && database)
    return second ? { name: "users", database, user: second } : { name: "users", database };
  if (kind === "db" && database && second)
    return { name: "container", database, container: second, tab: tab || "partitions", detail };
  return { name: "overview" };
});

export function addressOf(target: View): string {
  switch (target.name) {
    case "overview":
      return BASE;
    case "demo":
    case "requests":
      return BASE + target.name;
    case "users":
      return `${BASE}users/${joined([target.database, ...(target.user === undefined ? [] : [target.user])])}`;
    case "container":
      return `${BASE}db/${joined([target.database, target.container, target.tab, ...(target.detail ?? [])])}`;
  }
}

export function go(target: View): void {
  const address = addressOf(target);
  if (address !== location.pathname) history.pushState(null, "", address);
  path.value = address;
  scrollTo(0, 0);
}

interface LinkProps {
  readonly to: View;
  readonly class?: string;
  readonly current?: boolean;
  readonly children: ComponentChildren;
}

export function Link({ to, class: className, current, children }: LinkProps) {
  const onClick = (event: TargetedMouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a
      href={addressOf(to)}
      {...(className ? { class: className } : {})}
      {...(current ? { "aria-current": "page" as const } : {})}
      onClick={onClick}
    >
      {children}
    </a>
  );
}

function joined(names: readonly string[]): string {
  return names.map(encodeURIComponent).join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
