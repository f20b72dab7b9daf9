import type { ContainerFigures } from "orrerydb/control-api";

/** The throughput that a container can spend at most. */
export function ruLimit({ throughput }: ContainerFigures): number {
  return throughput.kind === "manual" ? throughput.ruPerSecond : throughput.maximumRuPerSecond;
}
