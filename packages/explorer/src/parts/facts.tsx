/** Facts by their names; one without content is left out. */
import type { ComponentChildren } from "preact";

interface FactsProps {
  readonly facts: readonly (readonly [name: string, content: ComponentChildren])[];
  /** `pairs`: one below the other. */
  readonly look?: "facts" | "pairs";
}

export function Facts({ facts, look = "facts" }: FactsProps) {
  return (
    <dl class={look}>
      {facts.map(
        ([name, content]) =>
          content !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{content}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
