import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['issueSessions', 'changeUsers', 'credentials', 'oneTimeTokens', 'mail', 'webOrigin'],
} as const satisfies FunctionWiring;
