import type { TransactWriteEntities } from 'electrodb';
import { testCallOf } from '#core/units/test-call.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { Write } from '../kit/change.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { UnitEntity } from './units.ts';

/** What a unit reports, and its verdict needs. */
export const verdictFactStore = {
  /** Stores how a test call went. Reports come twice and in any order: only a later one changes anything. */
  async recordTestCall(UnitSerNum: string, passed: boolean, at: string): Promise<void> {
    const testCall = testCallOf(passed, at);
    await tryWrite(
      UnitEntity.patch({ UnitSerNum })
        .set({ testCall })
        .where((unit, { notExists, lt }) => `${notExists(unit.testCall)} OR ${lt(unit.testCall, testCall)}`)
        .go(),
    );
  },
};

/** Stores which accessories of the unit have a low battery, if the item is as it was read. */
export function lowZonesWrite(
  unit: TransactWriteEntities<{ unit: typeof UnitEntity }>['unit'],
  { UnitSerNum, lowZones: was }: Pick<UnitRecord, 'UnitSerNum' | 'lowZones'>,
  lowZones: string | undefined,
): Write {
  const isAsRead = (item: Required<UnitRecord>, { eq, notExists }: Operations) =>
    was === undefined ? notExists(item.lowZones) : eq(item.lowZones, was);
  return lowZones === undefined
    ? unit.patch({ UnitSerNum }).remove(['lowZones']).where(isAsRead).commit()
    : unit.patch({ UnitSerNum }).set({ lowZones }).where(isAsRead).commit();
}
