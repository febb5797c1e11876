import type { FunctionWiring } from '#infra/function-wiring.ts';

/** Apart from `on-bulk-action`: what reaches the bridge lives in its network, which has no way to carriers. */
export const wiring = {
  needs: ['table', 'rightsLater', 'bridgeCommands', 'dualSim'],
  queue: {
    name: 'bulk-command',
    actsFor: 'asker',
    // A worker sends what it has no time for to the next one.
    filledBy: ['on-reaction', 'on-bulk-command'],
    batchSize: 1,
    consumerTimeoutSeconds: 60,
    maxReceiveCount: 5,
    maximumConcurrency: 2,
  },
} as const satisfies FunctionWiring;
