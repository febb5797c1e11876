import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'rightsLater', 'createUsers', 'issueOneTimeTokens', 'mail', 'webOrigin'],
  queue: {
    name: 'mass-creation',
    actsFor: 'asker',
    // A worker sends what it has no time for to the next one.
    filledBy: ['on-reaction', 'on-mass-creation'],
    batchSize: 1,
    // A part has 25 users, each with two transactions and a mail.
    consumerTimeoutSeconds: 120,
    maxReceiveCount: 5,
    // Each user changes the counts of the list, so more workers would wait for each other.
    maximumConcurrency: 2,
  },
} as const satisfies FunctionWiring;
