import { billingStateOf } from '#core/billing/bill-line.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { tryChange } from '../kit/change.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { UnitEntity, unitStore } from '../units/units.ts';
import { BillableUnitEntity, BillingStartEntity, BillingStateEntity } from './entities.ts';

const PAGE_SIZE = 50;
/** Before every change that the stream can have. */
const FIRST_SEQUENCE = ''.padStart(40, '0');
const entities = { unit: UnitEntity, billable: BillableUnitEntity, state: BillingStateEntity };

/**
 * Notes the first state of the next units that were in service before anything of them was noted. Returns false once all of them are noted. Any number of
 * workers may do this at once, and die at any point: a unit that is noted already stays as it is.
 */
export async function noteFirstStatesStep(now: number): Promise<boolean> {
  const { place, doneAt } = await startAt(now);
  if (doneAt !== undefined) return false;
  const { UnitModel, cursor } = placeIn(place);
  const { items, cursor: next } = await unitStore.list(WHOLE_TREE, UnitModel, { pageSize: PAGE_SIZE, cursor });
  await Promise.all(items.map((unit) => noteFirst(unit, now)));
  const following = placeAfter(UnitModel, next);
  await tryWrite(
    BillingStartEntity.patch({ all: 'all' })
      .set(following === undefined ? { doneAt: instant(now) } : { place: following })
      .where((start, { eq, notExists }) =>
        [place === undefined ? notExists(start.place) : eq(start.place, place), notExists(start.doneAt)].join(' AND '),
      )
      .go(),
  );
  return true;
}

async function startAt(now: number) {
  await tryWrite(BillingStartEntity.create({ startedAt: instant(now) }).go());
  const { data } = await BillingStartEntity.get({ all: 'all' }).go({ consistent: true });
  return data!;
}

/** A place is a model, and the cursor of its list. */
function placeIn(place: string | undefined): { UnitModel: UnitModel; cursor: string | undefined } {
  const [UnitModel = UNIT_MODELS[0], cursor] = (place ?? '').split('|').filter(Boolean) as [UnitModel?, string?];
  return { UnitModel, cursor };
}

function placeAfter(UnitModel: UnitModel, cursor: string | null): string | undefined {
  if (cursor !== null) return `${UnitModel}|${cursor}`;
  const next = UNIT_MODELS[UNIT_MODELS.indexOf(UnitModel) + 1];
  return next && `${next}|`;
}

/**
 * The list can be a moment behind, so the unit must be as it was read. If it is not, it changed meanwhile, and the change is noted by the reaction to it.
 */
async function noteFirst(unit: UnitRecord, now: number): Promise<void> {
  const state = billingStateOf(unit);
  if (!state.active) return;
  const { UnitSerNum, UnitModel } = unit;
  await tryChange({ entities }, (to) => [
    to.billable.create({ UnitSerNum, UnitModel }).commit(),
    to.unit.check({ UnitSerNum }).where(isInService(unit)).commit(),
    to.state
      .create({ UnitSerNum, sequence: FIRST_SEQUENCE, state: { ...state, at: now, inServiceBefore: true } })
      .commit(),
  ]);
}

const isInService =
  (read: UnitRecord) =>
  (unit: Required<UnitRecord>, { eq, notExists }: Operations): string =>
    (['DealerKey', 'ICCID1State', 'ICCID2State'] as const)
      .map((name) => (read[name] === undefined ? notExists(unit[name]) : eq(unit[name], read[name])))
      .join(' AND ');
