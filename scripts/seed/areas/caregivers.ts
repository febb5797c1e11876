import { type CaregiverType, newUniqueIdentifier } from '#core/caregivers/caregiver.ts';
import { AssignmentEntity, CaregiverEntity, CaregiverIdentifierEntity } from '#data/caregivers/entities.ts';
import { FIRST_NAMES, LAST_NAMES, seededCustomer, seededKey } from '../customers.ts';
import { seededRandom } from '../random.ts';
import type { SeedOptions } from '../units.ts';
import { seedUnits } from '../units.ts';
import { itemOf } from '../write.ts';

/** One to three caregivers for each customer of a unit. */
export function* seededCaregivers(options: SeedOptions) {
  for (const unit of seedUnits(options)) {
    const customer = seededCustomer(unit);
    if (!customer) continue;
    const { UnitSerNum, DealerKey } = unit;
    const { CustomerKey } = customer;
    const random = seededRandom(Number.parseInt(UnitSerNum, 36) + 6);
    for (let number = random.between(1, 3); number > 0; number--) {
      const UserKey = seededKey('G', UnitSerNum, number);
      const UniqueIdentifier = newUniqueIdentifier((limit) => random.between(0, limit - 1));
      const Name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
      const emails = [`${Name.toLowerCase().replace(' ', '.')}@family.example`];
      const caregiver = {
        UserKey,
        DealerKey,
        UniqueIdentifier,
        Name,
        emails,
        CaregiverUnits: [UnitSerNum],
        version: 1,
      };
      const UserType: CaregiverType = number === 1 ? 'admin' : 'caregiver';
      yield { unit, caregiver, assignment: { UnitSerNum, UserKey, DealerKey, CustomerKey, UserType } };
    }
  }
}

export function* seed(options: SeedOptions) {
  for (const { caregiver, assignment } of seededCaregivers(options)) {
    const { UniqueIdentifier, UserKey } = caregiver;
    yield itemOf(CaregiverEntity, caregiver);
    yield itemOf(CaregiverIdentifierEntity, { UniqueIdentifier, UserKey });
    yield itemOf(AssignmentEntity, assignment);
  }
}
