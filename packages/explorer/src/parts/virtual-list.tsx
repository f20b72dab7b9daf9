/** Of a long list only the rows that can be seen exist. All rows have the same height. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface VirtualListProps<T> {
  readonly rows: readonly T[];
  readonly rowHeight: number;
  readonly render: (row: T, index: number) => ComponentChildren;
}

/** Rows that are kept above and below. */
const SPARE = 8;
/** Shorter lists are shown whole. */
const WHOLE_MAX = 60;

export function VirtualList<T>({ rows, rowHeight, render }: VirtualListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const isWhole = rows.length <= WHOLE_MAX;
  const count = Math.ceil(innerHeight / rowHeight) + 2 * SPARE;
  useEffect(() => {
    if (isWhole) return;
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      setFirst(Math.max(0, Math.floor(-top / rowHeight) - SPARE));
    };
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [isWhole, rowHeight]);
  if (isWhole) return <div class="list">{rows.map(render)}</div>;
  const start = Math.min(first, Math.max(0, rows.length - count));
  return (
    <div class="list" ref={list} style={{ height: `${rows.length * rowHeight}px` }}>
      <div style={{ transform: `translateY(${start * rowHeight}px)` }}>
        {rows.slice(start, start + count).map((row, i) => render(row, start + i))}
      </div>
    </div>
  );
}
