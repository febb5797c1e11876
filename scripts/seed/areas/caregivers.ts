import { newUniqueIdentifier } from '#core/caregivers/caregiver.ts';
import { ASSIGNED } from '#core/units/unit.ts';
import {
  AssignmentEntity,
  CaregiverEntity,
  CaregiverIdentifierEntity,
  CustomerEntity,
  UnitCustomerEntity,
} from '#data/caregivers/entities.ts';
import { seededRandom } from '../random.ts';
import type { SeedOptions } from '../units.ts';
import { seedUnits } from '../units.ts';
import { itemOf } from '../write.ts';

/** The share of assigned units that have a customer with caregivers. */
const SHARE = 0.25;
const STREETS = ['Willow Lane', 'Center Street', 'Maple Drive', 'Canyon Road'];
const FIRST_NAMES = ['Rosa', 'Otto', 'Mia', 'Samuel', 'Ines', 'Peter', 'Aisha', 'Tom'];
const LAST_NAMES = ['Willow', 'Ortega', 'Lind', 'Baker', 'Novak', 'Young'];

/** Keys are the same for the same unit. */
const keyOf = (kind: string, UnitSerNum: string, number = 0) =>
  `01KAJN9FR0${kind}${UnitSerNum}${number}`.padEnd(26, '0');

/** Customers with one to three caregivers each. */
export function* seed(options: SeedOptions) {
  for (const { UnitSerNum, UnitStatus, DealerKey } of seedUnits(options)) {
    const random = seededRandom(Number.parseInt(UnitSerNum, 36) + 5);
    if (UnitStatus !== ASSIGNED || !random.chance(SHARE)) continue;
    const CustomerKey = keyOf('C', UnitSerNum);
    const HomeAddress = {
      Address1: `${random.between(1, 980)} ${random.pick(STREETS)}`,
      Address2: '',
      City: 'Provo',
      State: 'UT',
      Zip: '84601',
      Country: 'USA',
    };
    yield itemOf(CustomerEntity, { CustomerKey, DealerKey, HomeAddress, version: 1 });
    yield itemOf(UnitCustomerEntity, { UnitSerNum, DealerKey, CustomerKey, version: 1 });
    for (let number = random.between(1, 3); number > 0; number--) {
      const UserKey = keyOf('G', UnitSerNum, number);
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
      yield itemOf(CaregiverEntity, caregiver);
      yield itemOf(CaregiverIdentifierEntity, { UniqueIdentifier, UserKey });
      yield itemOf(AssignmentEntity, {
        UnitSerNum,
        UserKey,
        DealerKey,
        UserType: number === 1 ? 'admin' : 'caregiver',
      });
    }
  }
}
