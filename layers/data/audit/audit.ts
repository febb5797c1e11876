import { Entity } from 'electrodb';
import type { AuditAction, ObjectKind } from '#core/audit/kinds.ts';
import { type Actor, actedBy } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import { expiresAt, expiryOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { newId } from '../kit/id.ts';
import { at, primary, secondary, serviceOf } from '../kit/table.ts';

/** A change that is part of a bulk action is listed with its object and its bulk action only. */
const isListed = ({ partOf }: { partOf?: unknown }) => partOf === undefined;

/** True if the entry is also in the list of its dealer. */
export const isListedAtDealer = (entry: { partOf?: unknown; partOfDealer?: unknown }) =>
  isListed(entry) || entry.partOfDealer !== undefined;

/** An audit entry: actor, action, object, and the values before and after. It is written in the transaction of the change. */
export const AuditEntity = new Entity(
  {
    model: { service: serviceOf('audit'), entity: 'audit', version: '1' },
    attributes: {
      ...correlation,
      auditId: requiredText,
      at: requiredText,
      objectKind: requiredText,
      objectId: requiredText,
      /** The name of the object at that time. Absent if its id is its name. */
      objectName: text,
      /** The dealer that the object belongs to. */
      dealerKey: requiredNumber,
      action: requiredText,
      actorKey: requiredText,
      actorName: requiredText,
      /** Names at that time: a renamed or deleted user stays who they were. Absent if the actor is no person. */
      actorFullName: text,
      /** The user whose access the actor used: the actor unless access was taken on. */
      asUserKey: requiredText,
      asUserName: requiredText,
      asUserFullName: text,
      /** The user whose access was taken on. Absent if the actor used their own, and for a part of a bulk action. */
      takenKey: text,
      /** The dealer that the actor was shown as. Absent if it was the actor's own. */
      asDealerKey: number,
      /** Who issued the link by which the actor's session was started. Absent if the actor signed in alone. */
      enteredByKey: text,
      enteredByName: text,
      enteredByFullName: text,
      /** The bulk action that the change is part of. Lists show the bulk action instead. */
      partOf: text,
      /** The dealer of that bulk action. Only for changes that the dealers below it, whose lists have no line of the bulk action, find in their own lists. */
      partOfDealer: number,
      before: { type: 'any' },
      after: { type: 'any' },
      expiresAt,
    },
    indexes: {
      byObject: primary(['objectKind', 'objectId'], ['at', 'auditId']),
      byActor: { ...secondary('gsi1', ['actorKey'], ['at', 'auditId']), condition: isListed },
      byDealer: { ...secondary('gsi2', ['dealerKey'], ['at', 'auditId']), condition: isListedAtDealer },
      byTaken: secondary('gsi3', ['takenKey'], ['at', 'auditId']),
      byBulkAction: secondary('gsi4', ['partOf'], ['at', 'auditId']),
    },
  },
  at,
);

export interface Change {
  objectKind: ObjectKind;
  objectId: string;
  objectName?: string;
  dealerKey: number;
  action: AuditAction;
  /** The bulk action that the change is part of. */
  partOf?: string;
  partOfDealer?: number;
  before?: object;
  after?: object;
}

/** As long as the business records that the audit explains. */
const KEPT_MS = 7 * 365 * DAY;

/** When an entry of this instant expires. */
export const auditExpiry = (at: string) => expiryOf(Date.parse(at) + KEPT_MS);

/** The entry of a change that the scope's user made at `now` (milliseconds). */
export const auditEntry = (scope: Actor, change: Change, now: number) => ({
  ...change,
  auditId: newId(now),
  at: instant(now),
  ...actedBy(scope),
  ...(scope.userKey !== scope.actor.userKey && isListed(change) && { takenKey: scope.userKey }),
  expiresAt: auditExpiry(instant(now)),
});

/** An audit entry as it is to be written. */
export type AuditItem = ReturnType<typeof auditEntry>;

/** Stores an entry on its own, for an action that changes nothing else. */
export async function recordAudit(entry: AuditItem): Promise<void> {
  await AuditEntity.create(entry).go();
}

/** The actor of automatic changes, such as a correction after a carrier's report. */
export const SYSTEM = {
  userKey: 'system',
  userName: 'Watchkeep',
  fullName: 'Watchkeep',
  actor: { userKey: 'system', userName: 'Watchkeep', fullName: 'Watchkeep' },
} as const;
