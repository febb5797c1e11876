import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['oneTimeTokens', 'liveAddress', 'liveSecondAddress'],
} as const satisfies FunctionWiring;
