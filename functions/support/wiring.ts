import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['readUsers', 'mail', 'webOrigin'] } as const satisfies FunctionWiring;
