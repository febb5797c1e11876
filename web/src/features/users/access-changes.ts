import { ACCESS_FLAGS, type AccessFlag } from '#core/access.ts';
import type { FlagChanges } from '#core/users/access-rules.ts';

/** Which toggles differ: only these are sent, so that two who change different ones do not undo each other. */
export const accessChanges = (was: readonly AccessFlag[], now: readonly AccessFlag[]): FlagChanges =>
  Object.fromEntries(
    ACCESS_FLAGS.filter((flag) => was.includes(flag) !== now.includes(flag)).map((flag) => [flag, now.includes(flag)]),
  );
