import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['announcement'] } as const satisfies FunctionWiring;
