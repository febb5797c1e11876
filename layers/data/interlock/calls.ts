import { Entity } from 'electrodb';
import type { CallSigns } from '#core/interlock/held-back.ts';
import { DAY } from '#core/time.ts';
import { expiresAt, expiryOf, number, requiredText } from '../kit/attributes.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** The latest signs of calls of a unit, by its clock. */
export const UnitCallEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitCall', version: '1' },
    attributes: { UnitSerNum: requiredText, beganAt: number, beganInBoot: number, endedAt: number, expiresAt },
    indexes: { byUnit: primary(['UnitSerNum'], []) },
  },
  at,
);

export const unitCallStore = {
  /** Stores that a call began or ended at `told`, by a report of this boot. Reports come twice and in any order: only a later sign of its kind counts. */
  async record(UnitSerNum: string, sign: 'began' | 'ended', told: number, bootId: number): Promise<void> {
    const attribute = sign === 'began' ? 'beganAt' : 'endedAt';
    const news = sign === 'began' ? { beganAt: told, beganInBoot: bootId } : { endedAt: told };
    const isNews = (item: { beganAt: number; endedAt: number }, { notExists, lt }: Operations) =>
      `${notExists(item[attribute])} OR ${lt(item[attribute], told)}`;
    await tryWrite(
      UnitCallEntity.upsert({ UnitSerNum, ...news, expiresAt: expiryOf(told + DAY) })
        .where(isNews)
        .go(),
    );
  },

  async signs(UnitSerNum: string): Promise<CallSigns> {
    const { data } = await UnitCallEntity.get({ UnitSerNum }).go({ consistent: true });
    return data ?? {};
  },
};
