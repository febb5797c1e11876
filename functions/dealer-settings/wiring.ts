import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['oneTimeTokens', 'mail', 'webOrigin'] } as const satisfies FunctionWiring;
