import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['sealing'] } as const satisfies FunctionWiring;
