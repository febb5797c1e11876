import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['firmwareBucket', 'firmwareKey', 'voiceFilesBucket', 'bridgeCommands'],
} as const satisfies FunctionWiring;
