/**
 * A condition that a client replaces by `true`, or, where it begins in the middle of an ordered result, by one that
 * passes over what it has seen. Printed inside parentheses.
 */
import { nameOf } from "../plan/rewrite/build-expression.ts";

export const RESUME_FILTER = nameOf("({documentdb-formattableorderbyquery-filter})");
