import { Entity } from 'electrodb';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { MAX_PINS } from '#core/unit-notes/pins.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { requiredText } from '../kit/attributes.ts';
import { change, tryChange } from '../kit/change.ts';
import { at, primary } from '../kit/table.ts';
import { inTurn } from '../kit/turns.ts';

/** A unit that a user has pinned. */
export const PinEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'pin', version: '1' },
    attributes: { userKey: requiredText, UnitSerNum: requiredText, pinnedAt: requiredText },
    indexes: { byUser: primary(['userKey'], ['UnitSerNum']) },
  },
  at,
);

const BUSY = 'You pin other units right now. Please try again';

export const pinStore = {
  /** The serial numbers of the units that the user has pinned, the latest first. The user may no longer see some of them. */
  async list({ userKey }: Pick<Scope, 'userKey'>): Promise<string[]> {
    const { data } = await PinEntity.query.byUser({ userKey }).go({ count: 2 * MAX_PINS, consistent: true });
    return data.toSorted((one, other) => (one.pinnedAt < other.pinnedAt ? 1 : -1)).map(({ UnitSerNum }) => UnitSerNum);
  },

  /** Pins the unit. TOO_LARGE if the user has as many pinned units as a person can have. */
  async pin(scope: Scope, unit: PinnedUnit, now: number): Promise<void> {
    const { userKey } = scope;
    const { UnitSerNum } = unit;
    await inTurn(
      { set: `pins of ${userKey}`, busy: BUSY },
      async (turn) => {
        const pinned = await this.list({ userKey });
        if (pinned.includes(UnitSerNum)) return;
        if (pinned.length >= MAX_PINS)
          throw new AppError('TOO_LARGE', `You can pin at most ${MAX_PINS} units. Unpin one first`);
        const entities = { pin: PinEntity, ...turn.entities };
        const audit = pinEntry(scope, unit, 'pin unit', now);
        await change({ entities, audit, refused: { changed: BUSY, ...turn.refused } }, (to) => [
          to.pin.put({ userKey, UnitSerNum, pinnedAt: instant(now) }).commit(),
          turn.write(to),
        ]);
      },
      now,
    );
  },

  /** Unpins the unit, if it is pinned. `unit`: absent if the user does not see it any more. */
  async unpin(scope: Scope, UnitSerNum: string, unit: PinnedUnit | undefined, now: number): Promise<void> {
    const { userKey } = scope;
    const audit = unit ? pinEntry(scope, unit, 'unpin unit', now) : [];
    await tryChange({ entities: { pin: PinEntity }, audit }, (to) => [
      to.pin
        .delete({ userKey, UnitSerNum })
        .where((pin, { exists }) => exists(pin.pinnedAt))
        .commit(),
    ]);
  },
};

type PinnedUnit = Pick<UnitRecord, 'UnitSerNum' | 'DealerKey'>;

const pinEntry = (
  scope: Scope,
  { UnitSerNum, DealerKey }: PinnedUnit,
  action: 'pin unit' | 'unpin unit',
  now: number,
) => auditEntry(scope, { objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey, action }, now);
