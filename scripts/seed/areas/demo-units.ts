import { DAY, instant } from '#core/time.ts';
import { DemoUnitEntity } from '#data/demo-units/demo-units.ts';
import { seededCustomer } from '../customers.ts';
import { type SeedOptions, seedUnits } from '../units.ts';
import { itemOf } from '../write.ts';

const EVERY = 20;

/** Every twentieth unit without a customer is a demo unit. */
export function* seed(options: SeedOptions) {
  let free = 0;
  for (const unit of seedUnits(options)) {
    if (seededCustomer(unit)) continue;
    if (free++ % EVERY > 0) continue;
    const { UnitSerNum, DealerKey, dealerPath } = unit;
    yield itemOf(DemoUnitEntity, {
      ...{ UnitSerNum, DealerKey, dealerPath, version: 1 },
      Note: 'In the showroom',
      since: instant(options.now - 30 * DAY),
    });
  }
}
