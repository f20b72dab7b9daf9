/** Whether a package that was to be loaded is not installed; Node has a code for each kind of module that asks. */
export function isMissingPackage(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
}
