import type { RestrictedAccess } from '../access.ts';
import type { Asker } from './identities.ts';

/** Who asked for something that a bridge does later, and the rights that they must have then. */
export interface Asked {
  by: Asker;
  needs: readonly RestrictedAccess[];
  /** It is for an alarm of the unit, which the person must still have. */
  forAlarm?: true;
}
