import { Entity, type EntityItem } from 'electrodb';
import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { slotOf } from '#core/sims/deactivation.ts';
import { type Compared, differs, isUnused } from '#core/sims/difference.ts';
import { SIM_STATE, SimState } from '#core/sims/sim-state.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { number, requiredNumber, requiredText } from '../kit/attributes.ts';
import { page } from '../kit/page.ts';
import { at, endOfPrefix, primary, secondary } from '../kit/table.ts';
import { UnitEntity } from '../units/units.ts';

const ALL = 'fleet';

/** A SIM of which its carrier says something else than the portal. Few SIMs have one. */
export const SimDifferenceEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'simDifference', version: '1' },
    attributes: {
      of: { type: [ALL], required: true, default: ALL },
      UnitSerNum: requiredText,
      iccid: requiredText,
      dealerPath: requiredText,
      /** What the portal said when the carrier was read. Once it says something else, what was found is outdated. */
      stored: requiredNumber,
      /** What the carrier says, as one of our states. Absent: it does not know the SIM, or the state has no name in the portal. */
      told: number,
      /** The carrier's own name of the state. */
      status: requiredText,
      foundAt: requiredText,
    },
    indexes: {
      byUnit: primary(['UnitSerNum'], ['iccid']),
      byTree: secondary('gsi1', ['of'], ['dealerPath', 'UnitSerNum', 'iccid']),
    },
  },
  at,
);
type Stored = EntityItem<typeof SimDifferenceEntity>;

/** What a carrier said of a SIM. */
interface Told {
  told: SimState | null;
  status: string;
}

const differencesOf = async (UnitSerNum: string): Promise<Stored[]> =>
  (await SimDifferenceEntity.query.byUnit({ UnitSerNum }).go({ pages: 'all', consistent: true })).data;

const toldBy = ({ told }: Stored): SimState | null => (told as SimState | undefined) ?? null;

/** A SIM without a state counts as one that is off, as on the page of its unit. */
const stateIn = (unit: UnitRecord, slot: 1 | 2): SimState =>
  SimState.catch(SIM_STATE.deactivated).parse(unit[`ICCID${slot}State`]);

/** The slot of a stored difference and what the portal says; undefined if the difference is gone. */
export function presentDifference(unit: UnitRecord, stored: Stored): (Compared & { slot: 1 | 2 }) | undefined {
  const slot = slotOf(unit, stored.iccid);
  if (slot === undefined || stateIn(unit, slot) !== stored.stored) return undefined;
  return { stored: stateIn(unit, slot), told: toldBy(stored), slot };
}

export const simDifferenceStore = {
  /** Stores whether the carrier says something else of a SIM than the unit, as both were just read. */
  async settle(unit: UnitRecord, slot: 1 | 2, { told, status }: Told, now: number): Promise<boolean> {
    const { UnitSerNum, dealerPath } = unit;
    const iccid = unit[`ICCID${slot}`]!;
    const known = (await differencesOf(UnitSerNum)).find((one) => one.iccid === iccid);
    const stored = stateIn(unit, slot);
    if (!differs({ stored, told }) || isUnused(unit[`ICCID${slot}State`], status)) {
      if (known) await SimDifferenceEntity.delete({ UnitSerNum, iccid }).go();
      return false;
    }
    const isSame = known && toldBy(known) === told && known.status === status && known.stored === stored;
    if (isSame && known.dealerPath === dealerPath) return true;
    await SimDifferenceEntity.put({
      ...{ UnitSerNum, iccid, dealerPath, stored, status, foundAt: isSame ? known.foundAt : instant(now) },
      ...(told !== null && { told }),
    }).go();
    return true;
  },

  /** Makes the differences of a unit agree with the unit, after it has changed. */
  async follow(UnitSerNum: string): Promise<void> {
    const known = await differencesOf(UnitSerNum);
    if (known.length === 0) return;
    const { data: unit } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    for (const one of known) {
      const key = { UnitSerNum, iccid: one.iccid };
      if (!unit || !presentDifference(unit, one)) await SimDifferenceEntity.delete(key).go();
      else if (unit.dealerPath !== one.dealerPath)
        await SimDifferenceEntity.put({ ...one, dealerPath: unit.dealerPath }).go();
    }
  },

  /** One page of the differences at the scope's dealer and all below it, by dealer and serial number. */
  list: (
    { dealerPath }: Pick<Scope, 'dealerPath'>,
    request: { cursor?: string | undefined; pageSize: number },
  ): Promise<Page<Stored>> =>
    page(
      SimDifferenceEntity.query.byTree({ of: ALL }).between({ dealerPath }, { dealerPath: endOfPrefix(dealerPath) }),
      request,
    ),
};
