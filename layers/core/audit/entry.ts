import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant } from '../time.ts';

/** One change: who made it, as whom, of which object, from and to which values. */
export const AuditEntry = z.object({
  auditId: z.string(),
  at: Instant,
  objectKind: z.string(),
  objectId: z.string(),
  /** The name of the object at that time. Undefined if people call it by its id, and for dealers. */
  objectName: z.string().optional(),
  dealerKey: DealerKey,
  dealerName: z.string(),
  action: z.string(),
  actorKey: z.string(),
  /** The user name of the actor at that time. */
  actorName: z.string(),
  /** First and last name at that time. Undefined if the actor is no person. */
  actorFullName: z.string().optional(),
  /** The user whose access was used: the actor, or the user as whom the actor acted. */
  asUserKey: z.string(),
  asUserName: z.string(),
  asUserFullName: z.string().optional(),
  /** The shown dealer, if it was not the actor's own. */
  asDealerKey: DealerKey.optional(),
  /** Who issued the link by which the actor's session was started. Undefined if the actor signed in alone. */
  enteredByKey: z.string().optional(),
  enteredByName: z.string().optional(),
  enteredByFullName: z.string().optional(),
  /** The bulk action that the change is part of. */
  partOf: z.string().optional(),
  before: z.record(z.string(), z.unknown()).optional(),
  after: z.record(z.string(), z.unknown()).optional(),
  /** The names of the dealers that the entry mentions, by key, as far as the reader may see them. */
  dealerNames: z.record(z.string(), z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An entry as stores return it. */
export const AuditRecord = AuditEntry.omit({ dealerName: true, dealerNames: true }).extend({
  /** The dealer of the bulk action, if the entry is listed below it by itself. */
  partOfDealer: DealerKey.optional(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;
