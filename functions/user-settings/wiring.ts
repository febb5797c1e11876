import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['issueSessions', 'changeUsers', 'oneTimeTokens', 'mail', 'webOrigin'],
} as const satisfies FunctionWiring;
