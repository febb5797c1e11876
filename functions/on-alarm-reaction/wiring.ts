import type { FunctionWiring } from '#infra/function-wiring.ts';

/** Apart from `on-reaction`: who waits for help does not wait for what follows pings, uploads and bulk actions. */
export const wiring = {
  needs: ['table', 'mail'],
  queue: {
    name: 'alarm-reaction',
    actsFor: 'system',
    filledBy: ['on-table-change'],
    batchSize: 1,
    consumerTimeoutSeconds: 20,
    // As of other reactions: every two minutes for a day.
    maxReceiveCount: 720,
    maximumConcurrency: 32,
  },
} as const satisfies FunctionWiring;
