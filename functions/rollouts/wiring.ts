import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['verifyFirmware'] } as const satisfies FunctionWiring;
