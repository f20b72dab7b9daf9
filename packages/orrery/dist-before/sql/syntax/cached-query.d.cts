import type { Query } from "./ast.cjs";
export declare function cachedQuery(text: string): Query;
