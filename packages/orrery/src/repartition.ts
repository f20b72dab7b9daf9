/** Moves a container to another partition key: `import { repartition } from "orrerydb/repartition"`. */
export * from "@orrerydb/repartition";
