import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['carriers'] } as const satisfies FunctionWiring;
