import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['vitals'] } as const satisfies FunctionWiring;
