/** Every command, each loaded when it is requested. */
import type { ListedCommand } from "./settings/command.ts";

export const COMMANDS: readonly ListedCommand[] = [
  { name: "serve", summary: "start the database", load: () => import("./commands/serve.ts") },
  { name: "wait", summary: "wait until a server takes requests", load: () => import("./commands/wait.ts") },
  {
    name: "top",
    summary: "containers, partitions and keys, live",
    load: () => import("./commands/top/top.ts"),
  },
  {
    name: "partitions",
    summary: "the physical partitions of a container",
    load: () => import("./commands/partitions.ts"),
  },
  {
    name: "keys",
    summary: "the busiest and largest partition keys of a container",
    load: () => import("./commands/keys.ts"),
  },
  {
    name: "nodes",
    summary: "the nodes that share a database, and what each serves",
    load: () => import("./commands/nodes.ts"),
  },
  {
    name: "query",
    summary: "run a query, or a shell for queries",
    load: () => import("./commands/query/query.ts"),
  },
  {
    name: "import",
    summary: "put items of files into a container",
    load: () => import("./commands/import/import.ts"),
  },
  { name: "export", summary: "write the items of a container", load: () => import("./commands/export.ts") },
  {
    name: "faults",
    summary: "rules by which requests fail on purpose",
    load: () => import("./commands/faults.ts"),
  },
  {
    name: "reset",
    summary: "delete every database of an account",
    load: () => import("./commands/reset.ts"),
  },
  {
    name: "advise",
    summary: "measure which partition key suits items and traffic",
    load: () => import("./commands/advise.ts"),
  },
  {
    name: "simulate",
    summary: "a load on a large container, in simulated time",
    load: () => import("./commands/simulate/simulate.ts"),
  },
  {
    name: "record",
    summary: "record what clients do with items, for advice",
    load: () => import("./commands/record.ts"),
  },
  {
    name: "repartition",
    summary: "move a container to another partition key",
    load: () => import("./commands/repartition/repartition.ts"),
  },
  {
    name: "check",
    summary: "prove that the data of a folder or a database is whole",
    load: () => import("./commands/check.ts"),
  },
  {
    name: "copy",
    summary: "copy an account between folders and PostgreSQL databases",
    load: () => import("./commands/copy.ts"),
  },
  {
    name: "backup",
    summary: "add the state of a folder to a folder of backups",
    load: () => import("./commands/backup.ts"),
  },
  {
    name: "restore",
    summary: "make a data folder from a backup",
    load: () => import("./commands/restore.ts"),
  },
  {
    name: "repair",
    summary: "save what is whole of a damaged folder",
    load: () => import("./commands/repair.ts"),
  },
  {
    name: "completion",
    summary: "print what completes commands and flags in bash, zsh or fish",
    load: () => import("./commands/completion.ts"),
  },
];
