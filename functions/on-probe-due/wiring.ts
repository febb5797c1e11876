import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['webOrigin', 'probe'] } as const satisfies FunctionWiring;
