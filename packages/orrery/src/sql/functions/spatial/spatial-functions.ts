/**
 * The spatial functions. The container's geospatial type chooses the surface: Geography (WGS-84, metres) or Geometry
 * (a plane, its own units). An argument that is not a valid shape gives `undefined`, except in the checks themselves.
 */
import type { Value } from "@orrerydb/exact-json";
import {
  findSelfContact,
  type Geometry,
  type GeospatialType,
  parseGeometry,
} from "../../../spatial/geometry.ts";
import { area, distanceBetween, intersects, within } from "../../../spatial/spatial-relation.ts";
import {
  type BuiltinFunction,
  binary,
  type Constant,
  type FunctionCalls,
  type FunctionContext,
  unary,
} from "../builtin-function.ts";

function toGeometry(value: Value, type: GeospatialType): Geometry | undefined {
  const parsed = parseGeometry(value, type);
  return "geometry" in parsed ? parsed.geometry : undefined;
}

/** A shape that is a constant is read once, on the surface of the first row, which is that of all. */
function readerOf(
  constant: Constant | undefined,
): (value: Value, context: FunctionContext) => Geometry | undefined {
  if (constant === undefined) return (value, { geospatialType }) => toGeometry(value, geospatialType);
  let read: { readonly geometry: Geometry | undefined } | undefined;
  return (_value, { geospatialType }) => {
    read ??= { geometry: toGeometry(constant.value, geospatialType) };
    return read.geometry;
  };
}

function ofShapes(name: string, compute: (a: Geometry, b: Geometry) => number | boolean): BuiltinFunction {
  const withConstants = ([first, second]: readonly (Constant | undefined)[]): FunctionCalls => {
    const readFirst = readerOf(first);
    const readSecond = readerOf(second);
    const call2 = (a: Value, b: Value, context: FunctionContext): Value => {
      const one = readFirst(a, context);
      const other = one === undefined ? undefined : readSecond(b, context);
      if (one === undefined || other === undefined) return undefined;
      context.spend?.(Math.floor((sizeOf(one) * sizeOf(other)) / PAIRS_PER_STEP));
      return compute(one, other);
    };
    return { call2, call: (args, context) => call2(args[0], args[1], context) };
  };
  const { call2 } = withConstants([]);
  return binary(name, call2!, withConstants);
}

/** Pairs of edges that are compared in the time of a step. */
const PAIRS_PER_STEP = 2;

function sizeOf({ segments }: Geometry): number {
  return Math.max(segments.length, 1);
}

/** Why a value is not a valid shape, or `undefined` for one that is. */
function findFault(value: Value, { geospatialType, spend }: FunctionContext): string | undefined {
  const parsed = parseGeometry(value, geospatialType);
  if ("reason" in parsed) return parsed.reason;
  const edges = sizeOf(parsed.geometry);
  spend?.(Math.floor((edges * edges) / 2 / PAIRS_PER_STEP));
  return findSelfContact(parsed.geometry);
}

export const SPATIAL_FUNCTIONS: readonly BuiltinFunction[] = [
  unary("ST_AREA", (value, { geospatialType }) => {
    const geometry = toGeometry(value, geospatialType);
    return geometry === undefined ? undefined : area(geometry);
  }),
  ofShapes("ST_DISTANCE", distanceBetween),
  ofShapes("ST_INTERSECTS", intersects),
  unary("ST_ISVALID", (value, context) =>
    value === undefined ? undefined : findFault(value, context) === undefined,
  ),
  unary("ST_ISVALIDDETAILED", (value, context) => {
    if (value === undefined) return undefined;
    const reason = findFault(value, context);
    return reason === undefined ? { valid: true } : { valid: false, reason };
  }),
  ofShapes("ST_WITHIN", within),
];
