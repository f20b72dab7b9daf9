/**
 * A move of a container to another key that the server does itself: it copies, then follows until it is told otherwise,
 * before the cut-over and after it. What else is asked for takes the place of following, which goes on afterwards.
 */

import type { MoveStatus, Progress, Repartition, Switched, Verification } from "@orrerydb/repartition";
import type { MoveAction, MoveState, SwitchTerms } from "../../api/control-api.ts";
import type { ContainerAddress } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";

type Doing = Extract<
  MoveState["state"],
  "copying" | "following" | "verifying" | "cuttingOver" | "rollingBack"
>;

/** What was requested last, and its outcome. */
type Action = { -readonly [Name in keyof LastAction]: LastAction[Name] };
type LastAction = NonNullable<MoveState["action"]>;

export class InPlaceMove {
  readonly container: ContainerAddress;
  readonly to: string;
  readonly #move: Repartition;
  readonly #log: (sentence: string) => void;
  #doing: Doing | undefined;
  #stop = new AbortController();
  /** Never rejects. */
  #underWay: Promise<void> = Promise.resolve();
  #error: string | null = null;
  #progress: Progress | undefined;
  #action: Action | null = null;
  #verification: Verification | null = null;
  #switched: Switched | null = null;

  constructor(container: ContainerAddress, to: string, move: Repartition, log: (sentence: string) => void) {
    this.container = container;
    this.to = to;
    this.#move = move;
    this.#log = log;
  }

  readonly onProgress = (progress: Progress): void => {
    this.#progress = progress;
  };

  get isWorking(): boolean {
    return this.#doing !== undefined;
  }

  /** Copies what is not copied, then follows. */
  goOn(): void {
    this.#begin("copying", async (signal) => {
      await this.#move.copy({ signal });
      await this.#follow(signal);
    });
  }

  verify(repair: boolean): void {
    this.#act("verify", "verifying", async (signal) => {
      this.#verification = await this.#move.verify({ signal, repair });
    });
  }

  cutOver(terms: SwitchTerms): void {
    this.#act("cut-over", "cuttingOver", async (signal) => {
      this.#switched = await this.#move.cutOver({ signal, ...given(terms) });
      // It was of the other direction.
      this.#verification = null;
    });
  }

  rollBack(terms: SwitchTerms): void {
    this.#act("roll-back", "rollingBack", async (signal) => {
      this.#switched = await this.#move.rollBack({ signal, ...given(terms) });
      this.#verification = null;
    });
  }

  async isPaused(): Promise<boolean> {
    return (await this.#status()).isPaused;
  }

  async pause(): Promise<void> {
    await this.halt();
    if (await this.#hasBegun()) await this.#move.pause();
  }

  async resume(): Promise<void> {
    if (this.isWorking) throw new Failure("conflict", "It is under way already.");
    if (await this.#hasBegun()) await this.#move.resume();
    this.goOn();
  }

  async cancel(): Promise<void> {
    if ((await this.#status()).isCutOver)
      throw new Failure("conflict", "It was cut over: roll back, or complete.");
    await this.halt();
    if (await this.#hasBegun()) await this.#move.cancel();
  }

  /** It may have been stopped before it had. */
  async #hasBegun(): Promise<boolean> {
    return (await this.#status()).stage !== "none";
  }

  async complete(): Promise<void> {
    if (!(await this.#status()).isCutOver)
      throw new Failure("conflict", "It was not cut over: cut over, or cancel.");
    await this.halt();
    await this.#move.complete();
  }

  /** Ends what is under way; what is known of the move stays. */
  async halt(): Promise<void> {
    this.#stop.abort();
    await this.#underWay;
  }

  dispose(): void {
    this.#move.dispose();
  }

  async shown(total: number): Promise<MoveState> {
    // Before the rest is read, which is at least as new.
    const doing = this.#doing;
    const {
      stage,
      isPaused,
      isCutOver,
      key,
      strategy,
      mode,
      ranges,
      rangesCopied,
      items,
      problems,
      startedAt,
    } = await this.#status();
    const state = doing ?? (isPaused || stage === "none" || this.#error === null ? "paused" : "failed");
    return {
      state,
      isCutOver,
      to: this.to,
      key,
      strategy: strategy ?? null,
      mode: mode ?? null,
      startedAt: startedAt ?? null,
      ranges,
      rangesCopied,
      items,
      total,
      spentRu: Math.round(this.#progress?.spentRu ?? 0),
      throttled: this.#progress?.throttled ?? 0,
      lagMs: this.#progress?.lagMs ?? 0,
      problems,
      verification: this.#verification,
      switched: this.#switched,
      action: this.#action,
      error: this.#error,
      can: this.#can(stage === "following", isPaused, isCutOver),
    };
  }

  /** Of one whose containers are no longer there, that it failed. */
  async #status(): Promise<MoveStatus> {
    try {
      return await this.#move.status();
    } catch (error) {
      this.#error = this.#sentence(error);
      return UNKNOWN;
    }
  }

  #can(isCopied: boolean, isPaused: boolean, isCutOver: boolean): MoveState["can"] {
    const isActing = this.#action?.outcome === "running";
    const end: MoveAction = isCutOver ? "complete" : "cancel";
    if (isPaused || !this.isWorking) return ["resume", end];
    if (isActing) return ["pause", end];
    const change: MoveAction = isCutOver ? "roll-back" : "cut-over";
    return isCopied ? ["verify", change, "pause", end] : ["pause", end];
  }

  #act(name: Action["action"], doing: Doing, work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#action?.outcome === "running")
      throw new Failure("conflict", `'${this.#action.action}' is under way. Wait until it is over.`);
    if (!this.isWorking) throw new Failure("conflict", "Nothing is under way: resume it first.");
    if (this.#doing === "copying") throw new Failure("conflict", "The copy is not complete yet.");
    const action: Action = { action: name, outcome: "running", error: null };
    this.#action = action;
    this.#begin(doing, async (signal) => {
      try {
        await work(signal);
        action.outcome = "done";
      } catch (error) {
        action.outcome = "refused";
        action.error = this.#sentence(error);
      }
      if (!signal.aborted) await this.#follow(signal);
    });
  }

  async #follow(signal: AbortSignal): Promise<void> {
    this.#doing = "following";
    await this.#move.follow({ signal });
  }

  /** After what is under way has ended. */
  #begin(doing: Doing, work: (signal: AbortSignal) => Promise<void>): void {
    const before = this.halt();
    const { signal } = (this.#stop = new AbortController());
    this.#error = null;
    this.#doing = doing;
    this.#underWay = before
      .then(() => {
        if (!signal.aborted) return work(signal);
      })
      .catch((error: unknown) => {
        if (!signal.aborted) this.#error = this.#sentence(error);
      })
      .finally(() => {
        // Else something else has begun.
        if (this.#stop.signal === signal) this.#doing = undefined;
      });
  }

  #sentence(error: unknown): string {
    const { name, message } = (error ?? {}) as { name?: string; message?: string };
    if (name === "RepartitionError" || error instanceof Failure) return message!;
    this.#log(`The move of ${this.container.container} failed: ${(error as Error)?.stack ?? String(error)}`);
    return `It failed: ${message ?? String(error)}`;
  }
}

const UNKNOWN: MoveStatus = {
  stage: "copying",
  isPaused: false,
  isCutOver: false,
  key: [],
  ranges: 0,
  rangesCopied: 0,
  items: 0,
  problems: [],
};

function given({ writersStopped, maxLagMs }: SwitchTerms) {
  return {
    ...(writersStopped === undefined ? {} : { writersStopped }),
    ...(maxLagMs === undefined ? {} : { maxLagMs }),
  };
}
