import { zonesAfter } from '#core/units/low-zones.ts';
import { testCallOf } from '#core/units/test-call.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { change, RETRY } from '../kit/change.ts';
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

  /** Stores whether the battery of the accessory in a zone is low. To be called inside of a retry: others may store another zone. */
  async recordZoneBattery(was: Pick<UnitRecord, 'UnitSerNum' | 'lowZones'>, zone: number, isLow: boolean) {
    const { UnitSerNum } = was;
    const next = zonesAfter(was.lowZones, zone, isLow);
    if (next === was.lowZones) return;
    const isAsRead = ({ lowZones }: Required<UnitRecord>, { eq, notExists }: Operations) =>
      was.lowZones === undefined ? notExists(lowZones) : eq(lowZones, was.lowZones);
    await change({ entities: { unit: UnitEntity }, refused: { changed: RETRY } }, ({ unit }) => [
      next === undefined
        ? unit.patch({ UnitSerNum }).remove(['lowZones']).where(isAsRead).commit()
        : unit.patch({ UnitSerNum }).set({ lowZones: next }).where(isAsRead).commit(),
    ]);
  },
};
