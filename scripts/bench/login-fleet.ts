import type { UnitRecord } from '#core/units/unit-record.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { DEALER } from './fleet.ts';

/** Units that may log in, the same in every process. */
export function* loginUnits(count: number): Generator<UnitRecord> {
  for (const unit of seedUnits({ count, now: 0, dealerKey: DEALER.DealerKey })) yield { ...unit, UnitStatus: 9 };
}
