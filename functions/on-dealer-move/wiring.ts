import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table'],
  queue: {
    name: 'dealer-move',
    actsFor: 'system',
    filledBy: ['on-reaction', 'on-dealer-move'],
    batchSize: 1,
    visibilitySeconds: 120,
    consumerTimeoutSeconds: 60,
    // Every two minutes for a day: no other dealer moves until the dealers of this move have followed.
    maxReceiveCount: 720,
  },
} as const satisfies FunctionWiring;
