import { ACCESS_FLAGS, type AccessFlag } from '#core/access.ts';
import type { FlagChanges } from '#core/users/access-rules.ts';

/** The toggles that differ. Only these are sent, so that two administrators do not undo each other's changes. */
export const accessChanges = (was: readonly AccessFlag[], now: readonly AccessFlag[]): FlagChanges =>
  Object.fromEntries(
    ACCESS_FLAGS.filter((flag) => was.includes(flag) !== now.includes(flag)).map((flag) => [flag, now.includes(flag)]),
  );
