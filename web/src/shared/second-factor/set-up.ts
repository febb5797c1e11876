import type { secondFactor } from '#core/second-factor/contract.ts';
import type { Output } from '#web/lib/api/api.ts';

/** A set-up that waits for its first code. */
export type SetUp = Output<typeof secondFactor.begin>;
