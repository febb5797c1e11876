import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['issueSessions', 'mail', 'secondFactorKey'] } as const satisfies FunctionWiring;
