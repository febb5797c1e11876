import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'bridgeCommands'],
  queue: {
    name: 'reminder',
    actsFor: 'dealer',
    filledBy: ['on-reaction'],
    batchSize: 1,
    consumerTimeoutSeconds: 10,
    // Once a minute for the hour in which a reminder can be sent, and after it to store that it was missed.
    maxReceiveCount: 70,
    maximumConcurrency: 36,
  },
} as const satisfies FunctionWiring;
