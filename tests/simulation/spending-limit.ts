/**
 * What a container may have spent at most: for every partition that ever was, its RU/s in each second that it has
 * seen and every raise of them, and the requests that were under way when it ran out, since a request may start while
 * anything is left. Banked RU were provisioned before, so that bursts change nothing.
 */
import assert from "node:assert/strict";
import type { Container } from "../../packages/orrery/src/engine/container/container.ts";

export class SpendingLimit {
  #provisioned = 0;
  #spent = 0;
  #highestCharge = 0;
  #underWay = 0;
  #underWayMax = 0;
  #refused = 0;
  /** RU/s by space. */
  readonly #partitions = new Map<number, number>();

  /** The clock moves: each window is the second that it begins in. */
  advance(fromMs: number, toMs: number, container: Container): void {
    this.look(container);
    const windows = Math.floor(toMs / 1000) - Math.floor(fromMs / 1000);
    for (const { meter } of container.partitions.all) this.#provisioned += windows * meter.budget.ruPerSecond;
  }

  /** Notices new partitions, which begin with a whole window, and changed budgets. */
  look({ partitions }: Container): void {
    for (const { state, meter } of partitions.all) {
      const { ruPerSecond } = meter.budget;
      this.#provisioned += Math.max(0, ruPerSecond - (this.#partitions.get(state.space) ?? 0));
      this.#partitions.set(state.space, ruPerSecond);
    }
  }

  /** Follows a request, which tells its charge, or that it was refused. */
  async follow<T extends { readonly charge: number }>(
    container: Container,
    request: () => Promise<T>,
    isRefusal: (error: unknown) => boolean,
  ): Promise<T> {
    this.look(container);
    this.#underWayMax = Math.max(this.#underWayMax, ++this.#underWay);
    try {
      const answer = await request();
      this.#spent += answer.charge;
      this.#highestCharge = Math.max(this.#highestCharge, answer.charge);
      return answer;
    } catch (error) {
      if (isRefusal(error)) this.#refused++;
      throw error;
    } finally {
      this.#underWay--;
    }
  }

  assertKept(): void {
    const overdrawn = this.#partitions.size * this.#underWayMax * this.#highestCharge;
    assert(
      this.#spent <= this.#provisioned + overdrawn,
      `spent ${this.#spent} RU of ${this.#provisioned} and ${overdrawn} under way`,
    );
    assert(this.#refused > 0, "nothing was refused: the history does not ask for more than there is");
  }
}
