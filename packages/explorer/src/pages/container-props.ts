import type { ContainerFigures } from "orrerydb/control-api";
import type { Session } from "../client/session.ts";

/** What every view of a container gets. */
export interface ContainerProps {
  readonly session: Session;
  readonly figures: ContainerFigures;
}
