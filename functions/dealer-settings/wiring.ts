import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['mail', 'webOrigin'] } as const satisfies FunctionWiring;
