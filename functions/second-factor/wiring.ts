import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['issueSessions', 'changeUsers', 'credentials', 'mail', 'secondFactorKey'],
} as const satisfies FunctionWiring;
