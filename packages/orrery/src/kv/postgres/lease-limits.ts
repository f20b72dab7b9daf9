/** Apart from what needs the driver, for commands that only tell of it. */
export const LEASE_LIMITS = {
  /** How long the holder may be silent before another takes over. */
  leaseMs: 10_000,
} as const;
