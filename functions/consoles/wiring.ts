import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['liveAddress', 'readMessageArchive'] } as const satisfies FunctionWiring;
