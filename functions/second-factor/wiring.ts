import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['issueSessions', 'mail', 'sealing'] } as const satisfies FunctionWiring;
