/** What a query may not exceed, so that every walk over a syntax tree ends, and ends within the stack. */
export const queryLimits = {
  /** UTF-8 bytes of the text; the service's limit. */
  textBytesMax: 512 * 1024,
  /** Names, literals, operators and calls, subqueries included: what binding and planning take time and memory for. */
  partsMax: 65_536,
  /** Brackets, subqueries and prefix operators inside each other. */
  nestingMax: 256,
  /** Height of the syntax tree; a chain such as `a + b + c` is one level higher with each operand. */
  heightMax: 1000,
  /** JOINs in one FROM clause; the service's limit. */
  joinsMax: 10,
  /** Scores that ORDER BY RANK fuses: each is a query of its own, which computes all of them. */
  ranksMax: 32,
  /** Of the terms of one call of a full-text function. */
  termCharactersMax: 65_536,
  /** TOP, OFFSET and LIMIT, each; the service's limit, an unsigned integer of 32 bits. */
  countMax: 2 ** 32 - 1,
} as const;
