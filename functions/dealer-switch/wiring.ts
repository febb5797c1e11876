import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['issueSessions'] } as const satisfies FunctionWiring;
