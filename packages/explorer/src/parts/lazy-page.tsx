/** A page in a chunk of its own, loaded when it is first looked at. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function LazyPage(props: P) {
    const [isReady, setReady] = useState(loaded !== undefined);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (page) => {
          loaded = page;
          setReady(true);
        },
        () => setFailed(true),
      );
    }, []);
    if (hasFailed) return <p class="loading">This page could not be loaded. Load it again.</p>;
    if (!isReady || loaded === undefined) return <p class="loading">Loading…</p>;
    const Page = loaded;
    return <Page {...props} />;
  };
}
