import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'listAuditEntries', 'readUsers', 'deleteUserData', 'mail', 'reminders'],
  queue: {
    name: 'reaction',
    actsFor: 'system',
    filledBy: ['on-table-change'],
    batchSize: 1,
    consumerTimeoutSeconds: 20,
    // Every two minutes for a day: a service that the reaction needs may be down for that long.
    maxReceiveCount: 720,
    maximumConcurrency: 32,
  },
} as const satisfies FunctionWiring;
