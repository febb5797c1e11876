import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['carriers', 'dualSim'] } as const satisfies FunctionWiring;
