import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['readMessageArchive', 'readMessageCapture'] } as const satisfies FunctionWiring;
