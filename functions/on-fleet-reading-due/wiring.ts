import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['table', 'carriers', 'webOrigin'] } as const satisfies FunctionWiring;
