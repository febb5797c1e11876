import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['dualSim'] } as const satisfies FunctionWiring;
