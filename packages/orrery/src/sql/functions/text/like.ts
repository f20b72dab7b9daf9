/**
 * LIKE patterns: `%` any run of characters, `_` one character, `[a-f]` and `[^a-f]` one character of a set; a
 * wildcard in brackets or after the ESCAPE character is itself. Characters are UTF-16 code units.
 *
 * A pattern is cut at its `%` into pieces, and each piece is looked for at the first place after the one before:
 * no place is tried twice for the same piece, so that nothing backtracks further than one piece.
 */
import type { Value } from "@orrerydb/exact-json";
import { QueryError } from "../../syntax/query-error.ts";
import type { Constant } from "../builtin-function.ts";

const LIKE_LIMITS = {
  /** A longer pattern matches nothing: it gives `undefined`. */
  patternLengthMax: 4096,
  /** Characters compared for one piece of the pattern in one text; some 10 ns each. */
  stepsMax: 20_000_000,
} as const;

type LikeMatcher = (value: Value) => Value;

/** Tests one code unit. */
type UnitTest = (unit: number) => boolean;

/** A part of the pattern between two `%`: a literal text, or a test for each code unit. */
interface Piece {
  readonly length: number;
  /** The first place at or after `from` where the piece stands, or -1. */
  find(text: string, from: number): number;
  standsAt(text: string, at: number): boolean;
}

/** Compiles `LIKE pattern [ESCAPE escape]`; `undefined` where the pattern makes no sense. */
export function compileLike(pattern: Value, escapedBy?: Constant): LikeMatcher | undefined {
  if (typeof pattern !== "string" || pattern.length > LIKE_LIMITS.patternLengthMax) return undefined;
  const escapeCharacter = escapedBy?.value;
  if (escapedBy !== undefined && (typeof escapeCharacter !== "string" || escapeCharacter.length !== 1)) {
    return undefined;
  }
  return matchPieces(splitPattern(pattern, escapeCharacter as string | undefined));
}

/** `value LIKE pattern [ESCAPE escape]` where the pattern is known only now. */
export function like(value: Value, pattern: Value, escapedBy?: Constant): Value {
  return compileLike(pattern, escapedBy)?.(value);
}

function matchPieces(pieces: readonly Piece[]): LikeMatcher {
  const first = pieces[0]!;
  const last = pieces[pieces.length - 1]!;
  if (pieces.length === 1) {
    return (value) =>
      typeof value === "string" ? value.length === first.length && first.standsAt(value, 0) : undefined;
  }
  const middle = pieces.slice(1, -1).filter((piece) => piece.length > 0);
  return (value) => {
    if (typeof value !== "string") return undefined;
    const end = value.length - last.length;
    if (end < first.length || !first.standsAt(value, 0) || !last.standsAt(value, end)) return false;
    let at = first.length;
    for (const piece of middle) {
      const found = piece.find(value, at);
      if (found < 0) return false;
      at = found + piece.length;
      if (at > end) return false;
    }
    return true;
  };
}

/** The pieces between the `%` of a pattern; there is always one more than there are `%`. */
function splitPattern(pattern: string, escapeCharacter: string | undefined): Piece[] {
  const pieces: Piece[] = [];
  let units: (string | UnitTest)[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i]!;
    if (character === escapeCharacter && i + 1 < pattern.length) {
      units.push(pattern[++i]!);
    } else if (character === "%") {
      pieces.push(makePiece(units));
      units = [];
    } else if (character === "_") {
      units.push(() => true);
    } else if (character === "[") {
      const close = closingBracket(pattern, i);
      units.push(close < 0 ? character : unitSet(pattern.slice(i + 1, close)));
      if (close >= 0) i = close;
    } else {
      units.push(character);
    }
  }
  pieces.push(makePiece(units));
  return pieces;
}

/** Where the set that opens at `open` closes; a set has at least one member, which may be `]` itself. */
function closingBracket(pattern: string, open: number): number {
  const firstMember = pattern[open + 1] === "^" ? open + 2 : open + 1;
  return pattern.indexOf("]", firstMember + 1);
}

function unitSet(text: string): UnitTest {
  const negated = text.length > 1 && text[0] === "^";
  const body = negated ? text.slice(1) : text;
  const single = new Set<number>();
  const ranges: (readonly [number, number])[] = [];
  for (let i = 0; i < body.length; i++) {
    const low = body.charCodeAt(i);
    if (body[i + 1] === "-" && i + 2 < body.length) {
      ranges.push([low, body.charCodeAt(i + 2)]);
      i += 2;
    } else {
      single.add(low);
    }
  }
  return (unit) =>
    (single.has(unit) || ranges.some(([low, high]) => low <= unit && unit <= high)) !== negated;
}

function makePiece(units: readonly (string | UnitTest)[]): Piece {
  return units.every((unit) => typeof unit === "string") ? literalPiece(units.join("")) : testedPiece(units);
}

function literalPiece(literal: string): Piece {
  return {
    length: literal.length,
    find: (text, from) => text.indexOf(literal, from),
    standsAt: (text, at) => text.startsWith(literal, at),
  };
}

function testedPiece(units: readonly (string | UnitTest)[]): Piece {
  const tests = units.map((unit): UnitTest => {
    if (typeof unit !== "string") return unit;
    const code = unit.charCodeAt(0);
    return (other) => other === code;
  });
  /** How many tests hold from a place on, up to the first that does not. */
  const countHolding = (text: string, at: number): number => {
    let i = 0;
    while (i < tests.length && at + i < text.length && tests[i]!(text.charCodeAt(at + i))) i++;
    return i;
  };
  return {
    length: tests.length,
    standsAt: (text, at) => countHolding(text, at) === tests.length,
    find: (text, from) => {
      let steps = 0;
      for (let at = from; at <= text.length - tests.length; at++) {
        const holding = countHolding(text, at);
        if (holding === tests.length) return at;
        steps += holding + 1;
        if (steps > LIKE_LIMITS.stepsMax) throw tooCostly();
      }
      return -1;
    },
  };
}

function tooCostly(): QueryError {
  return new QueryError(
    "InvalidPattern",
    "This LIKE takes too long on a text of this size: use fewer single-character wildcards, or a shorter text.",
  );
}
