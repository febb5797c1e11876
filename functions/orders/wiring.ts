import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['uploadsBucket'] } as const satisfies FunctionWiring;
