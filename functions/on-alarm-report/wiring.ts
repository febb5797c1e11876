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
    // For an hour: an outage of the table may last longer than five tries.
    maxReceiveCount: 60,
    maximumConcurrency: 20,
  },
} as const satisfies FunctionWiring;
