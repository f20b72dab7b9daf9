/** Loaded before every test file: ORRERY_TEST_SEED is also the seed of what fast-check tries. */
if (process.env.ORRERY_TEST_SEED !== undefined) {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.ORRERY_TEST_SEED) });
}

export {};
