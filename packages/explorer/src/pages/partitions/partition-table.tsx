/** The partitions as a table: what the ring shows, with the keyboard, and what can be done to each. */
import type { ContainerView } from "../../heat/container-view.ts";
import { bytes, number, percent } from "../../parts/words.ts";
import { heatCss, theme } from "../../picture/colours.ts";

export type PartitionAsk =
  | { readonly kind: "split"; readonly id: string }
  | { readonly kind: "merge"; readonly id: string; readonly with: string };

interface PartitionTableProps {
  readonly view: ContainerView;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
  readonly onAsk?: ((ask: PartitionAsk) => void) | undefined;
}

export function PartitionTable({ view, chosen, onChoose, onAsk }: PartitionTableProps) {
  const { partitions, uses } = view;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
    <section class="scroll" tabIndex={0} aria-label="Physical partitions">
      <table>
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col">RU/s</th>
            <th scope="col" class="right">
              Items
            </th>
            <th scope="col" class="right wide">
              Storage
            </th>
            {onAsk !== undefined && (
              <th scope="col">
                <span class="hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {partitions.map((partition, i) => {
            const next = partitions[i + 1];
            const use = uses[i]!;
            const { id } = partition;
            return (
              <tr
                key={id}
                class={chosen === id ? "chosen" : ""}
                onMouseEnter={() => onChoose(id)}
                onMouseLeave={() => onChoose(undefined)}
              >
                <th
                  scope="row"
                  title={`${partition.minInclusive || "the beginning"} to ${partition.maxExclusive}`}
                >
                  {id}
                </th>
                <td>
                  <span class="use">
                    <span class="meter" aria-hidden="true">
                      <i
                        style={{
                          width: `${Math.min(100, use * 100)}%`,
                          background: heatCss(0.18 + 0.72 * Math.min(1.15, use), theme.value),
                        }}
                      />
                    </span>
                    <span class={use >= 1 ? "hot" : ""}>
                      {percent(use)} <span class="muted">of {number(partition.ruPerSecond)}</span>
                    </span>
                  </span>
                </td>
                <td class="right">{number(partition.items)}</td>
                <td class="right wide">{bytes(partition.storageBytes)}</td>
                {onAsk !== undefined && (
                  <td class="actions">
                    <button
                      type="button"
                      class="small"
                      aria-label={`Split partition ${id}`}
                      onClick={() => onAsk({ kind: "split", id })}
                    >
                      Split
                    </button>
                    {next !== undefined && (
                      <button
                        type="button"
                        class="small"
                        aria-label={`Merge partitions ${id} and ${next.id}`}
                        onClick={() => onAsk({ kind: "merge", id, with: next.id })}
                      >
                        Merge ↓
                      </button>
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
