/** Addresses within the page: every view has its own, so that reloading and sharing work. */
import { computed, signal } from "@preact/signals";
import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { useState } from "preact/hooks";

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

/** A text that the address keeps behind its question mark, so that it is there after a reload and for others. */
export function useAddressedText(name: string, otherwise = ""): [string, (text: string) => void] {
  const [text, setText] = useState(() => new URLSearchParams(location.search).get(name) ?? otherwise);
  const set = (next: string) => {
    setText(next);
    const search = new URLSearchParams(location.search);
    if (next === otherwise) search.delete(name);
    else search.set(name, next);
    history.replaceState(null, "", search.size === 0 ? location.pathname : `?${search}`);
  };
  return [text, set];
}

/** One of several, of which the first needs no word in the address. */
export function useAddressed<T extends string>(
  name: string,
  options: readonly (readonly [value: T, name: string])[],
): [T, (value: T) => void] {
  const otherwise = options[0]![0];
  const [text, setText] = useAddressedText(name, otherwise);
  return [options.find(([value]) => value === text)?.[0] ?? otherwise, setText];
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
