/** A heat map that is only looked at, to be compared with others beside it: rows by seconds, on a scale that all share. */
import { useEffect, useRef } from "preact/hooks";
import { theme } from "./colours.ts";
import { draw } from "./heat-map.tsx";

interface SmallHeatProps {
  /** By row, then by second. */
  readonly values: readonly (readonly number[])[];
  /** What the hottest colour stands for. */
  readonly top: number;
  readonly label: string;
}

export function SmallHeat({ values, top, label }: SmallHeatProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = theme.value;
  useEffect(() => {
    if (canvas.current === null) return;
    const rows = values.map((_, i) => ({ label: `partition ${i}` }));
    const starts = (values[0] ?? []).map((_, i) => i * 1000);
    const matrix = { rows, starts, values: values.map((row) => Float32Array.from(row)), top };
    draw(canvas.current, matrix, "use", colours);
  }, [values, top, colours]);
  return <canvas ref={canvas} class="small-heat" role="img" aria-label={label} />;
}
