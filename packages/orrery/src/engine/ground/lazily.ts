/** Code that not every server needs: loaded when it is first asked for, and once. */
export function lazily<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () => (loaded ??= load());
}
