import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['rightsLater', 'carriers', 'dualSim'] } as const satisfies FunctionWiring;
