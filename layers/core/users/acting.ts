import type { AccessFlag, UserType } from '../access.ts';
import { covers } from '../scope.ts';
import { HOUR } from '../time.ts';

/** The maximum duration of acting as another user, in milliseconds. */
export const ACT_AS_MAX_MS = HOUR;

/** The input of `whyNotActAs`: what it checks of a user. */
export interface Acting {
  userKey: string;
  enabled: boolean;
  userType: UserType;
  flags: readonly AccessFlag[];
  dealerPath: string;
}

/** Returns why `actor` cannot act as `other`, in words for people, or undefined. */
export function whyNotActAs(actor: Acting, other: Acting): string | undefined {
  if (!actor.enabled || actor.userType === 4 || !actor.flags.includes('ADMIN'))
    return 'Only administrators can take on access';
  if (actor.userKey === other.userKey) return 'This is your own access';
  if (!covers(actor, other.dealerPath)) return 'The user belongs to another dealer';
  if (!other.enabled) return 'The user is disabled';
  return undefined;
}
