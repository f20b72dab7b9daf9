/** How callers name a container: `"shop/carts"`, both names, or a container of the SDK. */
export type ContainerName =
  | string
  | { readonly database: string; readonly container: string }
  | { readonly id: string; readonly database: { readonly id: string } };

/** As the control API has it in its paths. */
export function containerPath(name: ContainerName): string {
  const [database, container] = namesOf(name);
  return `dbs/${encodeURIComponent(database)}/colls/${encodeURIComponent(container)}`;
}

/** `shop/carts`. */
export function containerNameText(name: ContainerName): string {
  return namesOf(name).join("/");
}

function namesOf(name: ContainerName): readonly [string, string] {
  if (typeof name !== "string")
    return "id" in name ? [name.database.id, name.id] : [name.database, name.container];
  const [database, container, ...more] = name.split("/");
  if (!database || !container || more.length > 0)
    throw new TypeError(`A container is named by its database and itself, as "shop/carts", not "${name}".`);
  return [database, container];
}
