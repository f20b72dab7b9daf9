/** What a query may not exceed, so that every walk over a syntax tree ends, and ends within the stack. */
export declare const queryLimits: {
    /** UTF-8 bytes of the text; the service's limit. */
    readonly textBytesMax: number;
    /** Brackets, subqueries and prefix operators inside each other. */
    readonly nestingMax: 256;
    /** Height of the syntax tree; a chain such as `a + b + c` is one level higher with each operand. */
    readonly heightMax: 1000;
    /** JOINs in one FROM clause; the service's limit. */
    readonly joinsMax: 10;
    /** TOP, OFFSET and LIMIT, each; the service's limit, an unsigned integer of 32 bits. */
    readonly countMax: number;
};
