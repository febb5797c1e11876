import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['issueSessions', 'identity', 'mail', 'webOrigin'] } as const satisfies FunctionWiring;
