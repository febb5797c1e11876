import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['liveAddress'] } as const satisfies FunctionWiring;
