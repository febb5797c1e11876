import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table'],
  queue: {
    name: 'ingest',
    actsFor: 'unit',
    filledBy: ['bridge'],
    batchSize: 10,
    visibilitySeconds: 60,
    consumerTimeoutSeconds: 10,
    maxReceiveCount: 5,
  },
} as const satisfies FunctionWiring;
