/** Addresses within the page: every view has its own, so that reloading and sharing work. */
import { computed, signal } from "@preact/signals";
import type { ComponentChildren, TargetedMouseEvent } from "preact";

const BASE = "/_explorer/";

export type View =
  | { readonly name: "overview" }
  | { readonly name: "demo" }
  | {
      readonly name: "container";
      readonly database: string;
      readonly container: string;
      readonly tab: string;
    };

const path = signal(location.pathname);
addEventListener("popstate", () => (path.value = location.pathname));

export const view = computed<View>(() => {
  const parts = path.value.slice(BASE.length).split("/").map(decoded);
  if (parts[0] === "demo") return { name: "demo" };
  if (parts[0] === "db" && parts[1] && parts[2])
    return { name: "container", database: parts[1], container: parts[2], tab: parts[3] || "partitions" };
  return { name: "overview" };
});

export function addressOf(target: View): string {
  switch (target.name) {
    case "overview":
      return BASE;
    case "demo":
      return `${BASE}demo`;
    case "container":
      return `${BASE}db/${[target.database, target.container, target.tab].map(encodeURIComponent).join("/")}`;
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
