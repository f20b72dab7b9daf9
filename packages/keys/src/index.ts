export * from "./hash/index.ts";
