import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table'],
  queue: {
    name: 'alarm',
    actsFor: 'unit',
    filledBy: ['bridge'],
    // An alarm waits for one other one at most, not for nine.
    batchSize: 2,
    consumerTimeoutSeconds: 10,
    maxReceiveCount: 5,
    maximumConcurrency: 20,
  },
} as const satisfies FunctionWiring;
