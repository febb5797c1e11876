import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['stations'] } as const satisfies FunctionWiring;
