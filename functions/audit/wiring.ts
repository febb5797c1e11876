import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['auditCursorKey'] } as const satisfies FunctionWiring;
