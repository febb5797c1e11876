import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'rightsLater', 'checkRights', 'carriers'],
  queue: {
    name: 'bulk-action',
    actsFor: 'asker',
    filledBy: ['on-reaction'],
    batchSize: 1,
    consumerTimeoutSeconds: 60,
    maxReceiveCount: 5,
    // Carriers are asked one call at a time per account; more workers would only wait for each other.
    maximumConcurrency: 4,
  },
} as const satisfies FunctionWiring;
