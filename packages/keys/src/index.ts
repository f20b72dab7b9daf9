export * from "./hash/index.ts";
export * from "./synthetic/index.ts";
