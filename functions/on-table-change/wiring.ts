import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['table', 'livePush'] } as const satisfies FunctionWiring;
