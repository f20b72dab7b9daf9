import type { QueryPage, QueryRequest } from "./query-request.cjs";
export declare function executeQuery(request: QueryRequest): Promise<QueryPage>;
