import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['giveReceiverSecrets'] } as const satisfies FunctionWiring;
