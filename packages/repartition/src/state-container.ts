/** Where the state of moves lies, in the target's database. In a file of its own: whoever looks for it needs no SDK. */
export const STATE_CONTAINER = "orrery-repartition";
