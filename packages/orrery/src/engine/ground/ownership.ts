/**
 * Which containers this process serves, where others serve the rest from the same store; and whose turn it is to change the
 * catalogue. Only who serves a container writes to it, or changes what the catalogue says of it: what that process knows of it is
 * therefore right.
 */
import { Failure } from "../../value/failure.ts";

/** A container by its resource id and its database's. */
export interface OwnedContainer {
  readonly rid: string;
  readonly parentRid: string;
}

export interface Ownership {
  /** Marks key spaces that are being filled or emptied, so that no other process empties them. Empty: there is no other. */
  readonly mark: string;
  serves(container: OwnedContainer): boolean;
  /** Runs what changes the catalogue while no other process does; what is known of it is new then. */
  whileChanging<T>(work: () => Promise<T>): Promise<T>;
}

export const ALONE: Ownership = {
  mark: "",
  serves: () => true,
  whileChanging: (work) => work(),
};

/** Nothing was done: another process serves the container, or is about to. */
export class ServedElsewhere extends Failure {
  constructor() {
    super("unavailable", "Another node serves the container from now on: repeat the request.");
  }
}
