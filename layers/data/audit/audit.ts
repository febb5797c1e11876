import { Entity } from 'electrodb';
import type { ObjectKind } from '#core/audit/kinds.ts';
import type { Scope } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import { number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { newId } from '../kit/id.ts';
import { at, primary, secondary } from '../kit/table.ts';

/** Who did what to which object, as whom, from what to what. Written in the transaction of the change itself, never changed. */
export const AuditEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'audit', version: '1' },
    attributes: {
      auditId: requiredText,
      at: requiredText,
      objectKind: requiredText,
      objectId: requiredText,
      /** What people called the object then; absent where its id is what they call it. */
      objectName: text,
      /** The dealer that the object belongs to. */
      dealerKey: requiredNumber,
      action: requiredText,
      actorKey: requiredText,
      actorName: requiredText,
      /** Whose access the actor used; the actor itself unless access was taken on. */
      asUserKey: requiredText,
      asUserName: requiredText,
      /** Whose access was taken on for it; absent where the actor used their own. */
      takenKey: text,
      /** The dealer that the actor was shown as, where that was not its own. */
      asDealerKey: number,
      before: { type: 'any' },
      after: { type: 'any' },
      expiresAt: requiredNumber,
    },
    indexes: {
      byObject: primary(['objectKind', 'objectId'], ['at', 'auditId']),
      byActor: secondary('gsi1', ['actorKey'], ['at', 'auditId']),
      byDealer: secondary('gsi2', ['dealerKey'], ['at', 'auditId']),
      byTaken: secondary('gsi3', ['takenKey'], ['at', 'auditId']),
    },
  },
  at,
);

export interface Change {
  objectKind: ObjectKind;
  objectId: string;
  objectName?: string;
  dealerKey: number;
  action: string;
  before?: unknown;
  after?: unknown;
}

/** Audit entries are kept for seven years, as long as the records of the business they explain. */
const KEPT = 7 * 365 * DAY;

/** The entry that says that `scope`'s user made the change at `now` (milliseconds). */
export const auditEntry = (
  scope: Pick<Scope, 'userKey' | 'userName' | 'actor'> & Partial<Pick<Scope, 'dealerKey' | 'home'>>,
  change: Change,
  now: number,
) => ({
  ...change,
  auditId: newId(now),
  at: instant(now),
  actorKey: scope.actor.userKey,
  actorName: scope.actor.userName,
  asUserKey: scope.userKey,
  asUserName: scope.userName,
  // What the portal does by itself on somebody's behalf is nobody's access.
  ...(scope.userKey !== scope.actor.userKey && scope.userKey !== SYSTEM.userKey && { takenKey: scope.userKey }),
  ...(scope.home && scope.dealerKey !== scope.home.dealerKey && { asDealerKey: scope.dealerKey }),
  expiresAt: Math.floor((now + KEPT) / 1000),
});

/** An audit entry as it is to be written. */
export type AuditItem = ReturnType<typeof auditEntry>;

/** Changes that the portal makes by itself, such as a correction after what a carrier reports. */
export const SYSTEM = {
  userKey: 'system',
  userName: 'Watchkeep',
  actor: { userKey: 'system', userName: 'Watchkeep' },
} as const;
