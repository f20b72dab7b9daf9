import type { Query } from "./ast.js";
export declare function cachedQuery(text: string): Query;
