/**
 * What a commit has reached when it resolves. disk: the disk, so that it survives the end of the machine.
 * process: the operating system, so that it survives the end of the process only.
 */
export type Durability = "disk" | "process";
