import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { instant } from '#core/time.ts';
import { DEFAULT_UNIT_MODEL } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { AuditEntity, auditEntry, SYSTEM } from '../audit/audit.ts';
import { dayCountStore } from '../history/day-counts.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import type { Upgraded } from '../kit/upgraded.ts';
import { queuedByRemoval, removalOfHome, removalWrites } from '../unit-configuration/former-home.ts';
import { SyncMessageEntity } from '../unit-configuration/sync-messages.ts';
import { isInPlace } from './place-writes.ts';
import { UnitEntity } from './units.ts';
import { CHANGES_ALL_THE_TIME, upgradeUnits } from './upgrade-units.ts';

/**
 * Asks the wearables that moved before a move did so to forget the home Wi-Fi of their former wearers. Each is asked once for its last move, so that the home
 * of its present wearer stays from then on. It can be repeated, and people can work meanwhile.
 */
export const forgetFormerHomes = (now: number): Promise<Upgraded> =>
  upgradeUnits(isUnasked, (UnitSerNum) => askToForget(UnitSerNum, now));

const askToForget = (UnitSerNum: string, now: number): Promise<boolean> =>
  retry(CHANGES_ALL_THE_TIME, async () => {
    const { data: unit } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    if (!unit || !isUnasked(unit) || !(await hadWearer(unit))) return false;
    const { DealerKey } = unit;
    const removal = await removalOfHome(unit, DealerKey, now, lastMoveOf(unit));
    if (!removal || removal.instead?.waits) {
      // The last move by an earlier release has asked it: without this, the next run would ask it again.
      await change({ entities: { unit: UnitEntity }, refused: { changed: RETRY } }, (to) => [
        to.unit
          .patch({ UnitSerNum })
          .set({ homeAskedAt: instant(now) })
          .where(isInPlace(unit))
          .commit(),
      ]);
      return false;
    }
    const audit = auditEntry(
      SYSTEM,
      {
        ...{ objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey, action: 'queue message' },
        after: { MessageType: removal.message.MessageType },
      },
      now,
    );
    const entities = { unit: UnitEntity, syncMessage: SyncMessageEntity };
    await change({ entities, audit, refused: { changed: RETRY } }, (to) => [
      to.unit
        .patch({ UnitSerNum })
        .set({ homeAskedAt: instant(now) })
        .add(queuedByRemoval(removal))
        .where(isInPlace(unit))
        .commit(),
      ...removalWrites(to, removal),
    ]);
    return true;
  });

/** When the unit moved last. A home that was recorded after it is that of the present wearer. */
const lastMoveOf = ({ formerDealers = [] }: UnitRecord): number =>
  Math.max(...formerDealers.map(({ until }) => Date.parse(until)));

/** A wearable whose last move asked nothing. */
const isUnasked = ({ UnitModel, formerDealers = [], homeAskedAt = '' }: UnitRecord): boolean =>
  UnitModel !== DEFAULT_UNIT_MODEL && formerDealers.some(({ until }) => until > homeAskedAt);

/**
 * True if somebody can have worn the unit at a former dealer. The stock of the root dealer is switched on for tests only: such a unit has the home of its present
 * wearer alone, which must stay.
 */
async function hadWearer({ UnitSerNum, formerDealers = [] }: UnitRecord): Promise<boolean> {
  let since = 0;
  for (const { DealerKey, until } of formerDealers) {
    const end = Date.parse(until);
    if (DealerKey !== ROOT_DEALER && (await hasPinged(UnitSerNum, since, end))) return true;
    since = end;
  }
  return leftCustomerOfRoot(UnitSerNum);
}

const hasPinged = async (UnitSerNum: string, from: number, to: number): Promise<boolean> =>
  (await dayCountStore.hours(UnitSerNum, from, to)).some(({ counts }) => (counts.ping ?? 0) > 0);

async function leftCustomerOfRoot(UnitSerNum: string): Promise<boolean> {
  const { data } = await AuditEntity.query
    .byObject({ objectKind: 'unit', objectId: UnitSerNum })
    .go({ pages: 'all', attributes: ['action', 'dealerKey'] });
  return data.some(({ action, dealerKey }) => action === 'set unit free' && dealerKey === ROOT_DEALER);
}
