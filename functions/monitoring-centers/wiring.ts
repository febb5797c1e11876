import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['auditCursorKey', 'giveReceiverSecrets'] } as const satisfies FunctionWiring;
