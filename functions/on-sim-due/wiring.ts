import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'rightsLater', 'carriers'],
  queue: {
    name: 'sim-due',
    actsFor: 'asker',
    filledBy: ['on-reaction'],
    batchSize: 1,
    consumerTimeoutSeconds: 60,
    // Every six minutes for a day: a carrier may be down for that long.
    maxReceiveCount: 240,
    // Carriers are asked one call at a time per account; more workers would only wait for each other.
    maximumConcurrency: 2,
  },
} as const satisfies FunctionWiring;
