/** Choose and change a key: advice with its replays side by side, and the move of the container to the key that is chosen. */

import type { AdvisedCandidate } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import type { ContainerProps } from "../container-props.ts";
import { AdvicePanel } from "./advice-panel.tsx";
import { MovePanel } from "./move-panel.tsx";

export function KeyPage({ session, figures }: ContainerProps) {
  const [chosen, setChosen] = useState<AdvisedCandidate | undefined>(undefined);
  return (
    <>
      <AdvicePanel
        session={session}
        figures={figures}
        chosen={chosen}
        onChoose={session.mayWrite ? setChosen : undefined}
      />
      <MovePanel session={session} figures={figures} chosen={chosen} onForget={() => setChosen(undefined)} />
    </>
  );
}
