import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = {
  needs: ['firmwareBucket', 'voiceFilesBucket', 'bridgeCommands'],
} as const satisfies FunctionWiring;
