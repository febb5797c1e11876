import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['oneTimeTokens', 'liveAddress'] } as const satisfies FunctionWiring;
