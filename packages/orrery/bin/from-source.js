/**
 * Lets this process import the TypeScript of a clone, with no build: `node --import ./packages/orrery/bin/from-source.js`.
 * The published package does not have this file.
 */
import { register } from "node:module";
import { register as registerTypeScript } from "tsx/esm/api";

/** The condition under which both packages export their sources. */
const CONDITION = "@orrerydb/source";

const hooks = `export function resolve(specifier, context, next) {
  return next(specifier, { ...context, conditions: [...context.conditions, "${CONDITION}"] });
}`;

registerTypeScript();
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
