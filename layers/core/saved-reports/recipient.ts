import { type Access, type Holder, mayAccess } from '../access.ts';
import { type EmailClaim, isEmailProven } from '../auth/email-claim.ts';

/** A user, to the rules of recipients. */
export interface PossibleRecipient extends EmailClaim {
  UserKey: string;
  DealerKey: number;
  /** False also for the people of a closed dealer. */
  isEnabled: boolean;
  holder: Holder;
}

/** The report that somebody sends: of which dealer, for whom, and who reads its list. */
interface SentReport {
  ownerKey: string;
  DealerKey: number;
  access: Access;
}

/** Why a user cannot get a report by mail; undefined if they can. They get only what they may read in the portal themselves. */
export function whyNotRecipient(user: PossibleRecipient | undefined, report: SentReport): string | undefined {
  if (!user?.isEnabled) return 'The user is disabled or deleted';
  if (user.UserKey !== report.ownerKey && user.DealerKey !== report.DealerKey)
    return 'The user does not belong to the dealer of the report';
  if (!mayAccess(report.access, user.holder)) return 'The user may not read this report';
  return isEmailProven(user) ? undefined : 'Nobody has confirmed the e-mail address of the user';
}
