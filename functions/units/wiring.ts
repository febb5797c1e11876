import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['giveUnitSecrets'] } as const satisfies FunctionWiring;
