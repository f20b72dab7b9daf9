/** The colours of heat, cold to hot, in both themes: stops between which is mixed. */
import { computed, signal } from "@preact/signals";

export type Theme = "light" | "dark";
const STORED = "orrery-theme";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const system = signal<Theme>(prefersDark.matches ? "dark" : "light");
prefersDark.addEventListener("change", ({ matches }) => (system.value = matches ? "dark" : "light"));

const chosen = signal(localStorage.getItem(STORED) as Theme | null);
export const theme = computed<Theme>(() => chosen.value ?? system.value);

export function toggleTheme(): void {
  chosen.value = theme.value === "dark" ? "light" : "dark";
  localStorage.setItem(STORED, chosen.value);
}

type Colour = readonly [number, number, number];

const STOPS: Readonly<Record<Theme, readonly Colour[]>> = {
  light: [
    [239, 234, 222],
    [247, 214, 137],
    [238, 146, 62],
    [203, 62, 46],
    [105, 17, 42],
  ],
  dark: [
    [26, 33, 46],
    [68, 52, 124],
    [160, 52, 110],
    [236, 105, 58],
    [253, 222, 130],
  ],
};

/** 0 is cold, 1 and more is hot. */
export function heatColour(value: number, of: Theme): Colour {
  const stops = STOPS[of];
  const at = Math.min(1, Math.max(0, value)) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  const part = at - low;
  return stops[low]!.map((from, i) =>
    Math.round(from + (stops[low + 1]![i]! - from) * part),
  ) as unknown as Colour;
}

export function heatCss(value: number, of: Theme): string {
  return `rgb(${heatColour(value, of).join(" ")})`;
}
