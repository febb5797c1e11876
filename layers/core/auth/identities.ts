import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { Person, type Scope } from '../scope.ts';

/** Who acts, and as whom. Rights are read from the identities when something is done, and are never stored. */
export const Identities = z.object({
  UserKey: z.string(),
  /** The user whose access is used: the same user unless access was taken on. */
  asUserKey: z.string(),
  /** When the access that was taken on ends, in milliseconds. Undefined if the access is the user's own. */
  asUntil: z.number().optional(),
  /** The dealer that is shown while the access of this user is used. Undefined if it is the user's own dealer. */
  shown: z.object({ UserKey: z.string(), DealerKey }).optional(),
  /** Who issued the link by which the session was started. Undefined if the user signed in alone. */
  enteredBy: Person.optional(),
});
export type Identities = z.infer<typeof Identities>;

/** Who asked for work that is done later. An access that was taken on lasts as long as the session uses it. */
export const Asker = Identities.extend({ sessionId: z.string() });
export type Asker = z.infer<typeof Asker>;

/** The asker behind the rights of a request. */
export const askerOf = ({ sessionId, userKey, dealerKey, home, actor, enteredBy }: Scope): Asker => ({
  sessionId,
  UserKey: actor.userKey,
  asUserKey: userKey,
  ...(actor.until !== undefined && { asUntil: Date.parse(actor.until) }),
  ...(dealerKey !== home.dealerKey && { shown: { UserKey: userKey, DealerKey: dealerKey } }),
  ...(enteredBy && { enteredBy }),
});
