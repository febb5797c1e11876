import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'receiverSecrets'],
  queue: {
    name: 'delivery',
    actsFor: 'system',
    // A round of tries that fails puts the next one on the queue, with a growing pause.
    filledBy: ['on-reaction', 'on-alarm-reaction', 'on-delivery'],
    batchSize: 1,
    consumerTimeoutSeconds: 15,
    // Only for failures of our own, such as of the table: for half an hour.
    maxReceiveCount: 20,
    maximumConcurrency: 20,
  },
} as const satisfies FunctionWiring;
