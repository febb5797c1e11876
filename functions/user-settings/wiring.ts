import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['issueSessions', 'mail', 'webOrigin'] } as const satisfies FunctionWiring;
