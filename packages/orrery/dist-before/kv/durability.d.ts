/**
 * What a commit has reached when it resolves. disk: the disk, so that it survives a crash of the machine.
 * process: the operating system, so that it survives a crash of the process, but not of the machine.
 */
export type Durability = "disk" | "process";
