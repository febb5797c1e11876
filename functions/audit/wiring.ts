import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['readAudit', 'auditCursorKey'] } as const satisfies FunctionWiring;
