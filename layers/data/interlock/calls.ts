import { Entity } from 'electrodb';
import { isInCall } from '#core/interlock/held-back.ts';
import { DAY } from '#core/time.ts';
import { expiresAt, expiryOf, number, requiredText } from '../kit/attributes.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** The latest signs of calls of a unit, by its clock. */
export const UnitCallEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitCall', version: '1' },
    attributes: { UnitSerNum: requiredText, beganAt: number, endedAt: number, expiresAt },
    indexes: { byUnit: primary(['UnitSerNum'], []) },
  },
  at,
);

export const unitCallStore = {
  /** Stores that a call began or ended at `told`. Reports come twice and in any order: only a later sign of its kind counts. */
  async record(UnitSerNum: string, sign: 'began' | 'ended', told: number): Promise<void> {
    const attribute = sign === 'began' ? 'beganAt' : 'endedAt';
    const isNews = (item: { beganAt: number; endedAt: number }, { notExists, lt }: Operations) =>
      `${notExists(item[attribute])} OR ${lt(item[attribute], told)}`;
    await tryWrite(
      UnitCallEntity.upsert({ UnitSerNum, [attribute]: told, expiresAt: expiryOf(told + DAY) })
        .where(isNews)
        .go(),
    );
  },

  /** True while the unit is in a call, as far as it has told. */
  async isInCall(UnitSerNum: string, now: number): Promise<boolean> {
    const { data } = await UnitCallEntity.get({ UnitSerNum }).go({ consistent: true });
    return isInCall(data ?? {}, now);
  },
};
