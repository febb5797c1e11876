import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['table'] } as const satisfies FunctionWiring;
