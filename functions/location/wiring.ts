import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['location'] } as const satisfies FunctionWiring;
