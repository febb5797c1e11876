import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['readMessageFiles'] } as const satisfies FunctionWiring;
