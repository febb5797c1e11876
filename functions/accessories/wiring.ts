import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['mytrex'] } as const satisfies FunctionWiring;
