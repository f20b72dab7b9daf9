/**
 * FROM and JOIN as a list of steps, each of which binds one slot: to one value, or to each element of an array in
 * turn. A row is one choice for every step; an undefined value or an empty array ends the row before it begins.
 */
import {
  arrayOf,
  exactElements,
  inexact,
  type Json,
  type JsonArray,
  pushExact,
  type Value,
} from "@orrerydb/exact-json";
import { exactMemberOf } from "../functions/values/operators.ts";
import type { Collection, PathStep, Query, Source } from "../syntax/ast.ts";
import { bindQueryAhead } from "./bind-ahead.ts";
import type { Place } from "./bind-context.ts";
import type { BoundQuery, FromStep } from "./bound-query.ts";
import { bindComputed } from "./computed/bind-computed.ts";
import { originOf } from "./document-path.ts";
import { type Environment, type Evaluate, type EvaluateExact, ITEM_SLOT } from "./environment.ts";
import { bindExpression, unresolved } from "./expressions/bind-expression.ts";
import { exactOf } from "./expressions/bound-expression.ts";
import { isBlocking } from "./query-shape.ts";
import { type Binding, type DocumentPath, Scope } from "./scope.ts";
import { runSubquery } from "./subquery/run-subquery.ts";

export interface BoundFrom {
  readonly steps: readonly FromStep[];
  /** What SELECT * could mean: one binding for each source. */
  readonly bindings: readonly Binding[];
  /** A subquery over the whole container that must end before this query can begin: its rows take the items' place. */
  readonly input?: BoundQuery;
}

/** A source's value, and where in the item it stands, or stood. */
interface Located {
  readonly evaluate: EvaluateExact;
  readonly path?: DocumentPath;
  readonly origin?: DocumentPath;
  readonly subquery?: BoundQuery;
}

/** Subqueries are bound in slices where they are long. */
export function* bindFrom(source: Source, place: Place): Generator<void, BoundFrom> {
  const from = new FromBinder(place);
  for (const leaf of leavesOf(source)) {
    const { collection } = leaf;
    if (collection.kind === "subquery")
      yield* bindQueryAhead(collection.query, from.subqueryPlace(leaf, collection.query));
    from.add(leaf);
  }
  return from;
}

type LeafSource = Exclude<Source, { kind: "join" }>;

function leavesOf(source: Source): readonly LeafSource[] {
  return source.kind === "join" ? [...leavesOf(source.left), ...leavesOf(source.right)] : [source];
}

class FromBinder implements BoundFrom {
  readonly steps: FromStep[] = [];
  readonly bindings: Binding[] = [];
  input?: BoundQuery;
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  add(source: LeafSource): void {
    switch (source.kind) {
      case "alias":
        this.#addAlias(source);
        return;
      case "iterate":
        this.#addIterate(source);
        return;
    }
  }

  /** Whether the next source is the first, and so may name the container. */
  get #leading(): boolean {
    return this.#place.scope.container && this.bindings.length === 0;
  }

  /** Whether the query is one over the container that must end before this one begins. */
  #isInput({ kind }: LeafSource, query: Query): boolean {
    return kind === "alias" && this.#leading && isBlocking(query);
  }

  /** Where the subquery of the next source is bound. */
  subqueryPlace(source: LeafSource, query: Query): Place {
    const { context, scope } = this.#place;
    const isInput = this.#isInput(source, query);
    return { context, scope: isInput ? new Scope(undefined, true) : new Scope(scope, this.#leading) };
  }

  #addAlias(source: Extract<Source, { kind: "alias" }>): void {
    const { collection } = source;
    const name = source.alias ?? defaultAlias(collection);
    if (collection.kind === "subquery") {
      if (this.#isInput(source, collection.query)) {
        const { context } = this.#place;
        this.input = context.steps.query(collection.query, this.subqueryPlace(source, collection.query));
        this.#bind(name, { slot: ITEM_SLOT }, source);
        return;
      }
      this.#step("iterate", name, this.#subqueryRows(source, collection.query), source);
      return;
    }
    const located = this.#locate(collection);
    if (located.path?.length === 0) {
      this.#bind(name, { slot: ITEM_SLOT, path: [] }, source);
      return;
    }
    this.#step("bind", name, located, source);
  }

  #addIterate(source: Extract<Source, { kind: "iterate" }>): void {
    const { collection } = source;
    if (collection.kind === "subquery") {
      const { evaluate: rows, origin, ...located } = this.#subqueryRows(source, collection.query);
      const evaluate: Evaluate = (environment) =>
        arrayOf(
          (rows(environment) as Json[]).flatMap((row) =>
            Array.isArray(row) ? exactElements(row as JsonArray) : [],
          ),
        );
      const elements = origin && { origin: [...origin, null] };
      this.#step("iterate", source.name, { ...located, evaluate, ...elements }, source);
      return;
    }
    const { evaluate, path } = this.#locate(collection);
    this.#step("iterate", source.name, path ? { evaluate, path: [...path, null] } : { evaluate }, source);
  }

  #step(kind: FromStep["kind"], name: string | undefined, located: Located, source: Source): void {
    const slot = this.#place.context.newSlot();
    const { evaluate, path, origin, subquery } = located;
    this.steps.push({ kind, slot, evaluate, ...(subquery && { subquery }) });
    this.#bind(name, { slot, ...(path && { path }), ...(origin && { origin }) }, source);
  }

  #bind(name: string | undefined, binding: Binding, source: Source): void {
    this.bindings.push(binding);
    if (name !== undefined) this.#place.scope.declare(name, binding, source.at);
  }

  #locate(collection: Exclude<Collection, { kind: "subquery" }>): Located {
    if (collection.kind === "expression") {
      return { evaluate: exactOf(bindExpression(collection.expression, this.#place)) };
    }
    const binding = this.#place.scope.lookup(collection.root) ?? this.#container();
    if (binding === undefined) throw unresolved(collection.root, collection.at);
    const evaluate = this.#follow(binding, collection.path);
    return binding.path ? { evaluate, path: [...binding.path, ...collection.path] } : { evaluate };
  }

  #container(): Binding | undefined {
    return this.#leading ? { slot: ITEM_SLOT, path: [] } : undefined;
  }

  #follow(binding: Binding, path: readonly PathStep[]): EvaluateExact {
    const { context } = this.#place;
    const first = path[0];
    const computed =
      binding.path?.length === 0 && typeof first === "string" ? bindComputed(first, context) : undefined;
    const start: EvaluateExact = computed ?? ((environment) => environment[binding.slot]);
    const rest = computed ? path.slice(1) : path;
    return (environment) => {
      let value = start(environment);
      for (const step of rest) value = exactMemberOf(inexact(value), step);
      return value;
    };
  }

  #subqueryRows(source: LeafSource, query: Query): Located {
    const { context } = this.#place;
    const subquery = context.steps.query(query, this.subqueryPlace(source, query));
    const { shape } = query.select;
    const origin = shape.kind === "value" ? originOf(shape.expression, subquery.scope) : undefined;
    return {
      evaluate: (environment) => collectRows(subquery, environment, this.#place),
      subquery,
      ...(origin && { origin }),
    };
  }
}

function collectRows(query: BoundQuery, environment: Environment, place: Place): Value {
  const rows: Json[] = [];
  runSubquery(query, environment, place.context, (value) => {
    if (value !== undefined) pushExact(rows, value);
    return true;
  });
  return rows;
}

function defaultAlias(collection: Collection): string | undefined {
  if (collection.kind !== "path") return undefined;
  const last = collection.path.at(-1);
  if (last === undefined) return collection.root;
  return typeof last === "string" ? last : undefined;
}
