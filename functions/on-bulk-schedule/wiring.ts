import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'rightsLater', 'reminderPace'],
  queue: {
    name: 'bulk-schedule',
    actsFor: 'asker',
    filledBy: ['on-reaction'],
    batchSize: 1,
    // A part has 250 rows, each with a transaction.
    consumerTimeoutSeconds: 120,
    maxReceiveCount: 5,
    // 20,000 rows take some minutes. More workers would wait for the same minutes.
    maximumConcurrency: 6,
  },
} as const satisfies FunctionWiring;
