/** Every command by its name. Each is loaded when it is asked for: a server needs nothing of the others. */
import type { CommandName } from "./commands/command-help.ts";
import type { Flag } from "./settings/flags.ts";

interface LoadedCommand {
  readonly flags: readonly Flag[];
  /** False: it did what it was asked to, and what it found is not good. */
  readonly run: (args: readonly string[]) => Promise<unknown>;
}

export const COMMANDS: Readonly<Record<CommandName, () => Promise<LoadedCommand>>> = {
  serve: () => import("./commands/serve.ts").then((m) => ({ flags: m.SERVE_FLAGS, run: m.serve })),
  wait: () => import("./commands/wait.ts").then((m) => ({ flags: m.WAIT_FLAGS, run: m.wait })),
  top: () => import("./commands/top/top.ts").then((m) => ({ flags: m.TOP_FLAGS, run: m.top })),
  partitions: () =>
    import("./commands/partitions.ts").then((m) => ({ flags: m.PARTITIONS_FLAGS, run: m.partitions })),
  keys: () => import("./commands/partitions.ts").then((m) => ({ flags: m.KEYS_FLAGS, run: m.keys })),
  nodes: () => import("./commands/nodes.ts").then((m) => ({ flags: m.NODES_FLAGS, run: m.nodes })),
  query: () => import("./commands/query/query.ts").then((m) => ({ flags: m.QUERY_FLAGS, run: m.query })),
  import: () =>
    import("./commands/import/import.ts").then((m) => ({ flags: m.IMPORT_FLAGS, run: m.importCommand })),
  export: () => import("./commands/export.ts").then((m) => ({ flags: m.EXPORT_FLAGS, run: m.exportCommand })),
  faults: () => import("./commands/faults.ts").then((m) => ({ flags: m.FAULTS_FLAGS, run: m.faults })),
  reset: () => import("./commands/reset.ts").then((m) => ({ flags: m.RESET_FLAGS, run: m.reset })),
  advise: () => import("./commands/advise.ts").then((m) => ({ flags: m.ADVISE_FLAGS, run: m.advise })),
  simulate: () =>
    import("./commands/simulate/simulate.ts").then((m) => ({
      flags: m.SIMULATE_FLAGS,
      run: m.simulateCommand,
    })),
  record: () => import("./commands/record.ts").then((m) => ({ flags: m.RECORD_FLAGS, run: m.record })),
  repartition: () =>
    import("./commands/repartition/repartition.ts").then((m) => ({
      flags: m.REPARTITION_FLAGS,
      run: m.repartitionCommand,
    })),
  check: () => import("./commands/check.ts").then((m) => ({ flags: m.CHECK_FLAGS, run: m.check })),
  copy: () => import("./commands/copy.ts").then((m) => ({ flags: m.COPY_FLAGS, run: m.copy })),
  backup: () => import("./commands/backup.ts").then((m) => ({ flags: m.BACKUP_FLAGS, run: m.backup })),
  restore: () => import("./commands/restore.ts").then((m) => ({ flags: m.RESTORE_FLAGS, run: m.restore })),
  repair: () => import("./commands/repair.ts").then((m) => ({ flags: m.REPAIR_FLAGS, run: m.repair })),
  completion: () =>
    import("./commands/completion.ts").then((m) => ({
      flags: m.COMPLETION_FLAGS,
      run: (args) => m.completion(args, flagsOfAll),
    })),
};

/** Commands that need a package which is not there are known by their names alone. */
export async function flagsOfAll(): Promise<[string, readonly Flag[]][]> {
  const loading = Object.entries(COMMANDS).map(
    async ([name, load]): Promise<[string, readonly Flag[]]> => [
      name,
      await load().then(
        ({ flags }) => flags,
        () => [],
      ),
    ],
  );
  return Promise.all(loading);
}
