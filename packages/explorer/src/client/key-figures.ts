/** What the control API answers about choosing and changing a key, as docs/control-api.md describes it. */

export interface AdviceState {
  readonly state: "none" | "running" | "done" | "failed";
  readonly what: string | null;
  readonly part: number | null;
  readonly error: string | null;
  readonly advice: Advice | null;
}

export interface Advice {
  readonly verdict: {
    readonly isGood: boolean;
    readonly headline: string;
    readonly sure: readonly string[];
    readonly unsure: readonly string[];
    readonly next: readonly string[];
  };
  /** Best first. */
  readonly candidates: readonly AdvisedCandidate[];
  readonly items: { readonly count: number };
}

export interface AdvisedCandidate {
  readonly name: string;
  readonly key: readonly string[];
  /** For @orrerydb/keys; null where the properties stand for themselves. */
  readonly strategy: object | null;
  readonly verdict: string;
  readonly faults: readonly string[];
  readonly cautions: readonly string[];
  readonly measures: {
    readonly neededRuPerSecond: number;
    readonly largest: { readonly share: number };
    readonly hottest: { readonly share: number };
  };
  readonly replay: {
    readonly seconds: number;
    readonly operations: number;
    readonly accepted: number;
    readonly refused: number;
    /** RU/s that were provisioned, and which part of them and of the rates was played. */
    readonly budget: number;
    readonly partOfRate: number;
    /** By second, in the order of the hash space. */
    readonly partitions: readonly { readonly ru: readonly number[]; readonly refused: readonly number[] }[];
  } | null;
}

export const MOVE_ACTIONS = [
  "verify",
  "cut-over",
  "roll-back",
  "pause",
  "resume",
  "cancel",
  "complete",
] as const;
export type MoveAction = (typeof MOVE_ACTIONS)[number];

export interface MoveFigures {
  readonly state:
    | "none"
    | "copying"
    | "following"
    | "verifying"
    | "cuttingOver"
    | "rollingBack"
    | "paused"
    | "failed";
  readonly can: readonly (MoveAction | "start")[];
  readonly error?: string | null;
  readonly isCutOver?: boolean;
  readonly to?: string;
  readonly key?: readonly string[] | null;
  readonly mode?: "allVersions" | "latestVersions";
  readonly ranges?: number;
  readonly rangesCopied?: number;
  readonly items?: number;
  readonly total?: number;
  readonly spentRu?: number;
  readonly throttled?: number;
  readonly lagMs?: number | null;
  readonly problems?: readonly { readonly identity: unknown; readonly why: string }[];
  readonly verification?: { readonly differences: number; readonly repaired: number } | null;
  readonly switched?: { readonly at: string; readonly pauseMs: number } | null;
  readonly action?: {
    readonly action: string;
    readonly outcome: "running" | "done" | "refused";
    readonly error?: string | null;
  } | null;
}

export interface MovePlan {
  readonly items: number;
  readonly bytes: number;
  readonly readRu: number;
  readonly writeRu: number;
  readonly seconds: number;
  readonly warnings: readonly string[];
}
