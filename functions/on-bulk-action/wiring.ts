import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'rightsLater', 'checkRights', 'carriers'],
  queue: {
    name: 'bulk-action',
    actsFor: 'asker',
    // A worker sends what it has no time for to the next one.
    filledBy: ['on-reaction', 'on-bulk-action'],
    batchSize: 1,
    consumerTimeoutSeconds: 60,
    maxReceiveCount: 5,
    // Carriers are asked one call at a time per account; more workers would only wait for each other.
    maximumConcurrency: 4,
  },
} as const satisfies FunctionWiring;
