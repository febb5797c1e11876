import type { FunctionWiring } from '#infra/function-wiring.ts';

export const wiring = { needs: ['reminderPace'] } as const satisfies FunctionWiring;
