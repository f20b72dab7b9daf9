import type { QueryPage, QueryRequest } from "./query-request.js";
export declare function executeQuery(request: QueryRequest): Promise<QueryPage>;
