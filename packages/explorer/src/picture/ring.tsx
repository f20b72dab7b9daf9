/**
 * The hash space as the ring that it is: physical partitions are its arcs, filled as far as they use their RU/s; keys are
 * points that circle around it, the busier the larger.
 */
import { useId } from "preact/hooks";
import type { PlacedPartition } from "../heat/hash-place.ts";
import { keyWords, number, percent } from "../parts/words.ts";
import { heatCss, theme } from "./colours.ts";

export interface RingKey {
  readonly key: string;
  readonly position: number;
  /** Of all RU. */
  readonly part: number;
}

interface RingProps {
  readonly partitions: readonly PlacedPartition[];
  /** What each uses of its RU/s, in their order. */
  readonly uses: readonly number[];
  readonly keys: readonly RingKey[];
  /** Somebody asked where this one is. */
  readonly sought?: { readonly label: string; readonly position: number } | undefined;
  readonly chosen?: string | undefined;
  readonly onChoose?: (id: string) => void;
  readonly centre: {
    readonly value: string;
    readonly unit: string;
    readonly note: string;
    readonly isHot: boolean;
  };
  readonly label: string;
  /** No room for the names of keys. */
  readonly isSmall?: boolean;
}

const INNER = 96;
const WIDTH = 26;
const ORBIT = INNER + WIDTH + 15;
const LABELS_MAX = 3;
const LABEL_CHARACTERS = 18;

export function Ring({
  partitions,
  uses,
  keys,
  sought,
  chosen,
  onChoose,
  centre,
  label,
  isSmall = false,
}: RingProps) {
  const title = useId();
  const gap = partitions.length > 60 ? 0.0004 : partitions.length > 1 ? 0.0035 : 0;
  const labelled = isSmall ? [] : keys.filter(({ part }) => part >= 0.08).slice(0, LABELS_MAX);
  return (
    <svg class="ring" viewBox="-262 -168 524 336" role="img" aria-labelledby={title}>
      <title id={title}>{label}</title>
      <circle r={ORBIT} class="ring-orbit" />
      {partitions.map((partition, i) => {
        const { id, from, to } = partition;
        const use = uses[i] ?? 0;
        const filled = Math.min(1, use);
        const middle = (from + to) / 2;
        const [x, y] = point(middle, INNER - 15);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table beside it does the same with the keyboard
          <g key={id} class={chosen === id ? "arc arc-chosen" : "arc"} onClick={() => onChoose?.(id)}>
            <path class="arc-track" d={arc(from + gap, to - gap, INNER, INNER + WIDTH)} />
            {filled > 0.004 && (
              <path
                d={arc(from + gap, to - gap, INNER, INNER + Math.max(2.5, WIDTH * filled))}
                fill={heatCss(0.18 + 0.72 * Math.min(1.15, use), theme.value)}
              />
            )}
            {use > 1 && (
              <path class="arc-over" d={arc(from + gap, to - gap, INNER + WIDTH + 2, INNER + WIDTH + 5)} />
            )}
            {to - from > 0.03 && (
              <text class="arc-name" x={x} y={y}>
                {id}
              </text>
            )}
            <title>{`Partition ${id}: ${percent(use)} of ${number(partition.ruPerSecond)} RU/s`}</title>
          </g>
        );
      })}
      {keys.map(({ key, position, part }) => {
        const [x, y] = point(position, ORBIT);
        return (
          <circle
            key={key}
            class={part >= 0.2 ? "planet planet-hot" : "planet"}
            cx={x}
            cy={y}
            r={Math.max(1.8, Math.min(13, 26 * Math.sqrt(part) ** 1.3))}
          >
            <title>{`${keyWords(key)}: ${percent(part)} of all RU`}</title>
          </circle>
        );
      })}
      {labelled.map(({ key, position, part }) => {
        const [x, y] = point(position, ORBIT + 18);
        const isRight = Math.sin(position * 2 * Math.PI) >= 0;
        return (
          <text key={key} class="planet-name" x={x} y={y} text-anchor={isRight ? "start" : "end"}>
            {shortened(keyWords(key))} <tspan class="planet-part">{percent(part)}</tspan>
          </text>
        );
      })}
      {sought !== undefined && <Needle {...sought} />}
      <text class="ring-value" y={-10}>
        {centre.value}
      </text>
      <text class="ring-unit" y={17}>
        {centre.unit}
      </text>
      <text class={centre.isHot ? "ring-note ring-note-hot" : "ring-note"} y={38}>
        {centre.note}
      </text>
    </svg>
  );
}

function Needle({ label, position }: { readonly label: string; readonly position: number }) {
  const [x1, y1] = point(position, INNER - 26);
  const [x2, y2] = point(position, ORBIT + 4);
  const [x, y] = point(position, ORBIT + 14);
  const isRight = Math.sin(position * 2 * Math.PI) >= 0;
  return (
    <g class="needle">
      <line x1={x1} y1={y1} x2={x2} y2={y2} />
      <circle cx={x2} cy={y2} r={4} />
      <text x={x} y={y} text-anchor={isRight ? "start" : "end"}>
        {shortened(label)}
      </text>
    </g>
  );
}

/** A ring of a few pixels, for lists: how many partitions, and how busy they are together. */
export function SmallRing({ count, use }: { readonly count: number; readonly use: number }) {
  const shown = Math.min(count, 24);
  const gap = shown > 1 ? 0.018 : 0;
  return (
    <svg class="small-ring" viewBox="-20 -20 40 40" aria-hidden="true">
      {Array.from({ length: shown }, (_, i) => (
        <path
          key={i}
          d={arc(i / shown + gap, (i + 1) / shown - gap, 12, 18)}
          fill={use > 0.002 ? heatCss(0.18 + 0.72 * Math.min(1.15, use), theme.value) : "var(--track)"}
        />
      ))}
      <circle r={4} class="small-sun" />
    </svg>
  );
}

/** 0 is at the top, and it goes with the clock. */
function point(position: number, radius: number): [number, number] {
  const angle = position * 2 * Math.PI;
  return [round(radius * Math.sin(angle)), round(-radius * Math.cos(angle))];
}

export function arc(from: number, to: number, inner: number, outer: number): string {
  if (to - from >= 0.9999)
    return `${arc(from, from + 0.5, inner, outer)} ${arc(from + 0.5, from + 1, inner, outer)}`;
  const isLarge = to - from > 0.5 ? 1 : 0;
  const [a, b, c, d] = [point(from, outer), point(to, outer), point(to, inner), point(from, inner)];
  return `M${a} A${outer} ${outer} 0 ${isLarge} 1 ${b} L${c} A${inner} ${inner} 0 ${isLarge} 0 ${d} Z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function shortened(text: string): string {
  return text.length > LABEL_CHARACTERS ? `${text.slice(0, LABEL_CHARACTERS - 1)}…` : text;
}
