import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: [] } as const satisfies FunctionWiring;
