import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['readUsers'] } as const satisfies FunctionWiring;
