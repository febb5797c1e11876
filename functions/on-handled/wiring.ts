import type { FunctionWiring } from '#infra/function-wiring.ts';

/** Apart from `on-delivery`: what reaches the bridge lives in its network, which has no way to receivers. */
export const wiring = {
  needs: ['table', 'bridgeCommands'],
  queue: {
    name: 'handled',
    actsFor: 'system',
    filledBy: ['on-reaction', 'on-alarm-reaction'],
    batchSize: 1,
    consumerTimeoutSeconds: 10,
    // A unit shows that help is coming soon after its alarm, or not at all.
    maxReceiveCount: 5,
    maximumConcurrency: 4,
  },
} as const satisfies FunctionWiring;
