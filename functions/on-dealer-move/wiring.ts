import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table'],
  queue: {
    name: 'dealer-move',
    filledBy: ['on-reaction', 'on-dealer-move'],
    batchSize: 1,
    visibilitySeconds: 120,
    consumerTimeoutSeconds: 60,
    maxReceiveCount: 10,
  },
} as const satisfies FunctionWiring;
