/** Choose and change a key: advice with its replays side by side, and the move of the container to the key that is chosen. */

import type { AdvisedCandidate, ContainerFigures } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import type { Session } from "../../client/session.ts";
import { AdvicePanel } from "./advice-panel.tsx";
import { MovePanel } from "./move-panel.tsx";

interface KeyPageProps {
  readonly session: Session;
  readonly figures: ContainerFigures;
}

export function KeyPage({ session, figures }: KeyPageProps) {
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
