/** Loaded into the soaked server before its own code: says what only the process itself knows, when it is asked. */
process.on("message", () => {
  // What is left is what something still holds on to.
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send({
    heapBytes: heapUsed,
    externalBytes: external,
    handles: process.getActiveResourcesInfo().length,
  });
});
process.channel?.unref();
