import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'bridgeCommands', 'writeMessageCapture'],
  queue: {
    name: 'ingest',
    actsFor: 'unit',
    filledBy: ['bridge'],
    batchSize: 10,
    consumerTimeoutSeconds: 10,
    maxReceiveCount: 5,
    // With ten reports each: enough for the reports of a million units. A flood waits in the queue instead of stopping sign-ins.
    maximumConcurrency: 66,
  },
} as const satisfies FunctionWiring;
