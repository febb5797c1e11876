import { Entity } from 'electrodb';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { MAX_PINS } from '#core/unit-notes/pins.ts';
import { requiredText } from '../kit/attributes.ts';
import { change } from '../kit/change.ts';
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
  async pin({ userKey }: Pick<Scope, 'userKey'>, UnitSerNum: string, now: number): Promise<void> {
    await inTurn(
      { set: `pins of ${userKey}`, busy: BUSY },
      async (turn) => {
        const pinned = await this.list({ userKey });
        if (pinned.includes(UnitSerNum)) return;
        if (pinned.length >= MAX_PINS)
          throw new AppError('TOO_LARGE', `You can pin at most ${MAX_PINS} units. Unpin one first`);
        const entities = { pin: PinEntity, ...turn.entities };
        await change({ entities, refused: { changed: BUSY, ...turn.refused } }, (to) => [
          to.pin.put({ userKey, UnitSerNum, pinnedAt: instant(now) }).commit(),
          turn.write(to),
        ]);
      },
      now,
    );
  },

  async unpin({ userKey }: Pick<Scope, 'userKey'>, UnitSerNum: string): Promise<void> {
    await PinEntity.delete({ userKey, UnitSerNum }).go();
  },
};
