import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['readAudit'] } as const satisfies FunctionWiring;
