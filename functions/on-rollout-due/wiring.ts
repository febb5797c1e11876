import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['table', 'rightsLater', 'verifyFirmware'] } as const satisfies FunctionWiring;
