/** What each command does, in a line: for the help, and for completion. */
export const COMMAND_HELP = {
  serve: "start the database",
  wait: "wait until a server takes requests",
  top: "containers, partitions and keys, live",
  partitions: "the physical partitions of a container",
  keys: "the busiest and largest partition keys of a container",
  nodes: "the nodes that share a database, and what each serves",
  query: "run a query, or a shell for queries",
  import: "put items of files into a container",
  export: "write the items of a container",
  faults: "rules by which requests fail on purpose",
  reset: "delete every database of an account",
  advise: "measure which partition key suits items and traffic",
  simulate: "a load on a large container, in simulated time",
  record: "record what clients do with items, for advice",
  repartition: "move a container to another partition key",
  check: "prove that the data of a folder or a database is whole",
  copy: "copy an account between folders and PostgreSQL databases",
  backup: "add the state of a folder to a folder of backups",
  restore: "make a data folder from a backup",
  repair: "save what is whole of a damaged folder",
  completion: "print what completes commands and flags in bash, zsh or fish",
} as const;

export type CommandName = keyof typeof COMMAND_HELP;
