import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'verifySessions', 'oneTimeTokens', 'livePush', 'bridgeCommands'],
} as const satisfies FunctionWiring;
