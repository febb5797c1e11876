import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'rightsLater', 'mail', 'webOrigin'],
  queue: {
    name: 'report-mail',
    actsFor: 'asker',
    filledBy: ['on-reaction'],
    batchSize: 1,
    consumerTimeoutSeconds: 60,
    // Every six minutes for two hours: a report of this morning is of use until then.
    maxReceiveCount: 20,
    // At full hours many are due at once. They wait their turn, so that others find the table free.
    maximumConcurrency: 2,
  },
} as const satisfies FunctionWiring;
