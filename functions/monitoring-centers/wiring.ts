import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['alarmExportKey', 'giveReceiverSecrets'] } as const satisfies FunctionWiring;
