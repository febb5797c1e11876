import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['table', 'rightsLater'] } as const satisfies FunctionWiring;
