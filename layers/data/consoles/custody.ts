import { whoWords } from '#core/audit/actor.ts';
import {
  type ConsolePerson,
  type Custody,
  type CustodyAct,
  type CustodyView,
  custodyView,
  decideCustody,
  heldBy,
  interrupts,
  isOpenTo,
} from '#core/consoles/custody.ts';
import { AppError } from '#core/errors.ts';
import { actedBy, covers, type Rights, type Scope } from '#core/scope.ts';
import { auditEntry } from '../audit/audit.ts';
import { requireNotHeldBack } from '../interlock/safety-facts.ts';
import { expiryOf } from '../kit/attributes.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { ConsoleCustodyEntity } from './custody-record.ts';

const BUSY = 'Somebody else takes the console at this moment. Try again';

const itemOf = (UnitSerNum: string, custody: Custody, now: number) => ({
  UnitSerNum,
  stamp: newId(now),
  connectionId: custody.holder.connectionId,
  custody,
  expiresAt: expiryOf(custody.until),
});

/** The person behind a request, as a custody names them. */
const personOf = (scope: Scope, connectionId: string): ConsolePerson => ({
  userKey: scope.actor.userKey,
  name: whoWords(actedBy(scope)),
  dealerPath: scope.home.dealerPath,
  connectionId,
});

const viewFor = (custody: Custody | undefined, scope: Rights, now: number): CustodyView =>
  custodyView(custody, { userKey: scope.actor.userKey, knows: (path) => covers(scope, path) }, now);

interface Acting {
  scope: Scope;
  connectionId: string;
  unit: { UnitSerNum: string; DealerKey: number };
  handlesAlarm: boolean;
}

export const custodyStore = {
  /** The custody of a unit, as the scope may see it. */
  async view(scope: Scope, UnitSerNum: string, now: number): Promise<CustodyView> {
    return viewFor((await read(UnitSerNum))?.custody, scope, now);
  },

  /** CONFLICT with the name of the holder if somebody else holds the console, for a command that comes from elsewhere than a console. */
  async requireOpen(scope: Rights, UnitSerNum: string, command: string, now: number): Promise<void> {
    const custody = (await read(UnitSerNum))?.custody;
    if (!isOpenTo(custody, scope.actor.userKey, command, now)) throw refusalOf(viewFor(custody, scope, now));
  },

  /**
   * Does an act of a person, with the audit entry of a handover. Returns true if the custody has changed for its readers. CONFLICT names the
   * holder to somebody who may not do it, and says why nobody may take the console over now.
   */
  act: ({ scope, connectionId, unit, handlesAlarm }: Acting, act: CustodyAct, now: number): Promise<boolean> =>
    retry(BUSY, async () => {
      const { UnitSerNum } = unit;
      const stored = await read(UnitSerNum);
      const outcome = decideCustody(stored?.custody, personOf(scope, connectionId), act, { now, handlesAlarm });
      if (outcome.kind === 'same') return false;
      if (outcome.kind === 'refused') throw refusalOf(viewFor(stored?.custody, scope, now));
      if (interrupts(outcome, stored?.custody, now)) await requireNotHeldBack('takeover', UnitSerNum, now);
      const { next, handover } = outcome;
      const audit = handover && [
        auditEntry(
          scope,
          {
            objectKind: 'unit',
            objectId: UnitSerNum,
            dealerKey: unit.DealerKey,
            action: 'hand over console',
            after: { from: handover.from.name, to: handover.to.name, because: handover.because },
          },
          now,
        ),
      ];
      const isAsRead = stampIs(stored?.stamp);
      await change({ entities, ...(audit && { audit }), refused: { changed: RETRY } }, (to) => [
        next
          ? to.custody
              .put(itemOf(UnitSerNum, next, now))
              .where(isAsRead)
              .commit()
          : to.custody.delete({ UnitSerNum }).where(isAsRead).commit(),
      ]);
      return act !== 'renew';
    }),
};

/** The condition that nobody has written since. Undefined: there was no custody. */
const stampIs =
  (stamp: string | undefined) =>
  (item: { stamp: string }, { eq, notExists }: Operations): string =>
    stamp === undefined ? notExists(item.stamp) : eq(item.stamp, stamp);

const entities = { custody: ConsoleCustodyEntity };

async function read(UnitSerNum: string) {
  const { data } = await ConsoleCustodyEntity.get({ UnitSerNum }).go({ consistent: true });
  return data ?? undefined;
}

const refusalOf = ({ holder, asked }: CustodyView) => {
  if (holder && !holder.you && asked && !asked.you)
    return new AppError('CONFLICT', `${heldBy(holder)} ${asked.name} has asked for the console.`);
  return new AppError('CONFLICT', holder && !holder.you ? heldBy(holder) : 'Nobody asks for the console any more');
};
