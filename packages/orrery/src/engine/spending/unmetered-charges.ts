/** The charges of what a gateway answers by itself, without a partition that could be asked. */
import { EARLY_REFUSAL_CHARGE, NO_DATA_CHARGE } from "../../throughput/charges.ts";

export const UNMETERED_CHARGES = {
  failure: EARLY_REFUSAL_CHARGE,
  account: NO_DATA_CHARGE,
  control: NO_DATA_CHARGE,
} as const;
