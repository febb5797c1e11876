import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['table', 'rightsLater', 'verifyFirmware', 'bridgeCommands'],
} as const satisfies FunctionWiring;
