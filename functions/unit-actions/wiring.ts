import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['bridgeCommands'] } as const satisfies FunctionWiring;
