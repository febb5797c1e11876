import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['withdrawUnitSecrets'] } as const satisfies FunctionWiring;
