import { formerDealersAfter } from '../history/visible-from.ts';
import { instant } from '../time.ts';
import { UNLINKED } from '../vitals/unlinked.ts';
import { DEFAULT_UNIT_MODEL } from './unit.ts';
import type { UnitRecord } from './unit-record.ts';

/** Texts in which a dealer describes the unit for its own people. They can name customers, so they do not move with the unit. */
const OWN_TEXTS = ['Custom1', 'Custom2'] as const;

export const DEALER_CLOSED = 'The dealer is closed. Please choose another one';

/** What changes in a unit that is moved to another dealer now. Everything else is its configuration and its readings, which it takes along. */
export const movedFields = (
  unit: Pick<UnitRecord, 'DealerKey' | 'formerDealers' | 'UnitModel'>,
  to: { DealerKey: number; dealerPath: string },
  now: number,
) => ({
  DealerKey: to.DealerKey,
  dealerPath: to.dealerPath,
  formerDealers: formerDealersAfter(unit, now),
  Custom1: '',
  Custom2: '',
  Tags: [],
  // A patient is a customer of the former dealer.
  ...UNLINKED,
  // A report of the hub that comes late is of the former home.
  hubAt: instant(now),
  ...(unit.UnitModel !== DEFAULT_UNIT_MODEL && { homeAskedAt: instant(now) }),
});

/** What a moved unit loses altogether: the hub is in the home of its former wearer. */
export const LOST_FIELDS = ['hub'] as const;

/** What a moved unit leaves behind, for the audit of the former dealer: texts, and the SIM that is marked for deactivation. */
export const leftBehind = (unit: Pick<UnitRecord, (typeof OWN_TEXTS)[number] | 'Tags' | 'deactivateOnStartUp'>) => ({
  ...Object.fromEntries(OWN_TEXTS.filter((field) => unit[field] !== '').map((field) => [field, unit[field]])),
  ...(unit.Tags && unit.Tags.length > 0 && { Tags: unit.Tags }),
  ...(unit.deactivateOnStartUp !== undefined && { deactivateOnStartUp: unit.deactivateOnStartUp }),
});
