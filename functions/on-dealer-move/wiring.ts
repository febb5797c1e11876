import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'changeUsers'],
  queue: {
    name: 'dealer-move',
    actsFor: 'system',
    filledBy: ['on-reaction', 'on-dealer-move'],
    batchSize: 1,
    consumerTimeoutSeconds: 60,
    // Every six minutes for a day: no other dealer moves until the dealers of this move have followed.
    maxReceiveCount: 240,
    maximumConcurrency: 2,
  },
} as const satisfies FunctionWiring;
