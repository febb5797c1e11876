import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['table', 'writeMessageArchive'] } as const satisfies FunctionWiring;
