import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['readUsers', 'mail', 'webOrigin', 'uploadsBucket'] } as const satisfies FunctionWiring;
