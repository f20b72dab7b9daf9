/** Calls: built-in functions, aggregates where a SELECT allows them, and user-defined functions. */
import type { Value } from "@orrerydb/exact-json";
import { canonicalPath, parsePath } from "../../../value/path.ts";
import { type AggregateFunction, findAggregate } from "../../functions/aggregates/aggregates.ts";
import type { BuiltinFunction, FunctionCalls, FunctionContext } from "../../functions/builtin-function.ts";
import { findFunction } from "../../functions/find-function.ts";
import type { Call, Expression } from "../../syntax/ast.ts";
import { QueryError } from "../../syntax/query-error.ts";
import { someExpression } from "../../syntax/walk-expression.ts";
import { bindPart, type Place } from "../bind-context.ts";
import { indexPathOf } from "../document-path.ts";
import type { Evaluate } from "../environment.ts";
import { isAggregateCall } from "../query-shape.ts";
import { languageOf } from "../text-language.ts";
import { type BoundExpression, combine, exactOf, fromSlot } from "./bound-expression.ts";
import { constantOf } from "./constant-of.ts";

/** Of a text that a function looks at. */
const CHARACTERS_PER_STEP = 64;

export function bindCall(call: Call, place: Place): BoundExpression {
  if (call.udf) return bindUdf(call, place);
  const aggregate = findAggregate(call.name);
  if (aggregate !== undefined) return bindAggregate(call, aggregate, place);
  const builtin = findFunction(call.name);
  if (builtin === undefined) {
    throw new QueryError("SC2005", `'${call.name}' is not a recognized built-in function name.`, {
      start: call.at.start,
      end: call.at.start + call.name.length,
    });
  }
  checkArgumentCount(call, builtin.minArgs, builtin.maxArgs);
  const args = withMetric(call, place).map((argument) => bindPart(argument, place));
  const { spend, longCalls } = place.context.options;
  if (builtin.comesInPieces) longCalls?.note();
  const build = () => {
    const counted = spend === undefined ? args : args.map((argument) => countingSteps(argument, spend));
    const evaluate = callBuiltin(builtin, counted, functionContext(call, place));
    return spend === undefined ? evaluate : countingSteps({ evaluate }, spend).evaluate;
  };
  const bound = combine(args, build, builtin.deterministic);
  const { callExact } = builtin;
  if (callExact === undefined) return bound;
  const exactArgs = args.map(exactOf);
  return { ...bound, exact: (row) => callExact(exactArgs.map((evaluate) => evaluate(row))) };
}

/** A function costs steps by the size of its arguments and of its result, where they are large. */
function countingSteps(bound: BoundExpression, spend: (steps: number) => void): BoundExpression {
  const { evaluate } = bound;
  return {
    ...bound,
    evaluate: (row) => {
      const value = evaluate(row);
      if (typeof value === "string") {
        if (value.length >= CHARACTERS_PER_STEP) spend(Math.floor(value.length / CHARACTERS_PER_STEP));
      } else if (Array.isArray(value) && value.length > 0) spend(value.length);
      return value;
    },
  };
}

function checkArgumentCount(call: Call, minArgs: number, maxArgs: number): void {
  if (call.args.length >= minArgs && call.args.length <= maxArgs) return;
  const count =
    minArgs === maxArgs ? `${minArgs}` : maxArgs < 100 ? `${minArgs} to ${maxArgs}` : `at least ${minArgs}`;
  throw new QueryError(
    "SC2050",
    `The ${call.name.toUpperCase()} function requires ${count} argument(s).`,
    call.at,
  );
}

/** A text is searched in the language that the container's policy gives to its path. */
function functionContext({ args: [text] }: Call, { scope, context }: Place): FunctionContext {
  const { functions, spend, longCalls } = context.options;
  const language = text && languageOf(text, scope, functions);
  return {
    ...functions,
    ...(language !== undefined && { fullTextLanguage: language }),
    ...(spend && { spend }),
    ...(longCalls && { inPieces: (name, pieces) => longCalls.run(name, pieces) }),
  };
}

/** A distance whose call names no metric is measured as the container's vector policy says. */
function withMetric(call: Call, { scope, context }: Place): readonly Expression[] {
  if (!VECTOR_FUNCTIONS.has(call.name.toUpperCase())) return call.args;
  const { parameters, vectorEmbeddings } = context.options;
  const [first, second, bruteForce, options] = call.args;
  const given = options === undefined ? {} : constantOf(options, parameters)?.value;
  if (typeof given !== "object" || given === null || Array.isArray(given) || "distanceFunction" in given)
    return call.args;
  const paths = [first, second].map((argument) => argument && indexPathOf(argument, scope)?.path);
  const embedding = vectorEmbeddings.find(({ path }) => paths.includes(canonicalPath(parsePath(path) ?? [])));
  if (embedding === undefined) return call.args;
  const { at } = call;
  const { distanceFunction } = embedding;
  const metric = { kind: "literal", value: { ...given, distanceFunction }, at } as const;
  return [first!, second!, bruteForce ?? { kind: "literal", value: false, at }, metric];
}

const VECTOR_FUNCTIONS = new Set(["VECTORDISTANCE", "_VECTORSCORE"]);

function callBuiltin(
  builtin: BuiltinFunction,
  args: readonly BoundExpression[],
  context: FunctionContext,
): Evaluate {
  const constants = args.map((argument) => argument.constant);
  const known = constants.some((argument) => argument !== undefined);
  const calls: FunctionCalls = (known && builtin.specialize?.(constants)) || builtin;
  const [a, b, c] = args.map((argument) => argument.evaluate);
  const { call, call0, call1, call2, call3 } = calls;
  if (args.length === 0 && call0) return () => call0(context);
  if (args.length === 1 && call1) return (row) => call1(a!(row), context);
  if (args.length === 2 && call2) return (row) => call2(a!(row), b!(row), context);
  if (args.length === 3 && call3) return (row) => call3(a!(row), b!(row), c!(row), context);
  const evaluators = args.map((argument) => argument.evaluate);
  return (row) =>
    call(
      evaluators.map((evaluate) => evaluate(row)),
      context,
    );
}

function bindAggregate(call: Call, aggregate: AggregateFunction, place: Place): BoundExpression {
  const { grouping } = place;
  if (grouping === undefined) {
    throw new QueryError(
      "SC2100",
      `The aggregate function ${call.name.toUpperCase()} is only valid in the SELECT clause.`,
      call.at,
    );
  }
  checkArgumentCount(call, 1, 1);
  const argument = call.args[0]!;
  if (someExpression(argument, isAggregateOrSubquery)) {
    throw new QueryError(
      "SC2101",
      "Cannot perform an aggregate function on an expression containing an aggregate or a subquery.",
      call.at,
    );
  }
  const bound = bindPart(argument, { context: place.context, scope: grouping.rowScope });
  return fromSlot(grouping.addAggregate(call, aggregate, bound));
}

function isAggregateOrSubquery(expression: Expression): boolean {
  return expression.kind === "subquery" || isAggregateCall(expression);
}

function bindUdf(call: Call, place: Place): BoundExpression {
  const { udf } = place.context.options;
  if (udf === undefined) {
    throw new QueryError(
      "SC2006",
      `The user-defined function 'udf.${call.name}' is not available here.`,
      call.at,
    );
  }
  const args = call.args.map((argument) => bindPart(argument, place).evaluate);
  return {
    evaluate: (environment) => {
      const values: Value[] = [];
      for (const evaluate of args) {
        const value = evaluate(environment);
        if (value === undefined) return undefined;
        values.push(value);
      }
      return udf.call(call.name, values);
    },
  };
}
