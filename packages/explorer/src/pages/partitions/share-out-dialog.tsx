/** Gives some partitions RU/s of their own choice; the others share the rest. */

import { useState } from "preact/hooks";
import { containerPath } from "../../client/orrery-client.ts";
import type { ContainerView } from "../../heat/container-view.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { number, percent } from "../../parts/words.ts";
import type { ContainerProps } from "../container-props.ts";
import { sharedOut, TARGETS_MAX } from "./share-out.ts";

interface ShareOutProps extends ContainerProps {
  readonly view: ContainerView;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

export function ShareOutDialog({ session, figures, view, onChange, onClose }: ShareOutProps) {
  const { partitions, uses, provisioned } = view;
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const targets = Object.fromEntries(
    Object.entries(texts).flatMap(([id, text]) => (text.trim() === "" ? [] : [[id, Number(text)]])),
  );
  const shares = sharedOut(partitions, targets, provisioned);
  const act = async () => {
    const body = Object.keys(targets).length === 0 ? {} : { targets };
    await session.client.control("POST", [...containerPath(figures), "redistribute"], body);
    onChange();
  };
  return (
    <Dialog
      title="Share out the RU/s"
      action="Share out"
      canAct={typeof shares !== "string"}
      act={act}
      onClose={onClose}
    >
      <p>
        Name what up to {TARGETS_MAX} partitions should have; the others share the rest. With no figure, all
        get the same.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard */}
      <section class="scroll" tabIndex={0} aria-label="RU/s of each partition">
        <table>
          <thead>
            <tr>
              <th scope="col">Partition</th>
              <th scope="col">Used</th>
              <th scope="col">RU/s</th>
              <th scope="col" class="right">
                Will have
              </th>
            </tr>
          </thead>
          <tbody>
            {partitions.map(({ id, ruPerSecond }, i) => (
              <tr key={id}>
                <th scope="row">{id}</th>
                <td class="tight">{percent(uses[i]!)}</td>
                <td>
                  <input
                    value={texts[id] ?? ""}
                    inputMode="numeric"
                    placeholder={number(ruPerSecond)}
                    aria-label={`RU/s of partition ${id}`}
                    onInput={({ currentTarget: { value } }) => setTexts({ ...texts, [id]: value })}
                  />
                </td>
                <td class="right">{typeof shares === "string" ? "" : number(shares[i]!)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {typeof shares === "string" && <p class="failure">{shares}</p>}
    </Dialog>
  );
}
