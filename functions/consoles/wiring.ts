import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['liveAddress', 'readMessageFiles'] } as const satisfies FunctionWiring;
