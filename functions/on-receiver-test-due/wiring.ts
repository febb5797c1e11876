import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['table', 'receiverSecrets'] } as const satisfies FunctionWiring;
