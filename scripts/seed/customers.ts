import { ACTIVE, type NameFields } from '#core/customers/customer.ts';
import type { CustomerRecord } from '#core/customers/customer-record.ts';
import { ASSIGNED } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { seededRandom } from './random.ts';

/** The share of assigned units that have a customer. */
const SHARE = 0.25;
const STREETS = ['Willow Lane', 'Center Street', 'Maple Drive', 'Canyon Road'];
const CITIES = [
  { City: 'Provo', Zip: '84601' },
  { City: 'Orem', Zip: '84057' },
  { City: 'Lehi', Zip: '84043' },
];
export const FIRST_NAMES = ['Rosa', 'Otto', 'Mia', 'Samuel', 'Ines', 'Peter', 'Aisha', 'Tom'];
export const LAST_NAMES = ['Willow', 'Ortega', 'Lind', 'Baker', 'Novak', 'Young'];

type Random = ReturnType<typeof seededRandom>;

/** Keys are the same for the same unit. */
export const seededKey = (kind: string, UnitSerNum: string, number = 0) =>
  `01KAJN9FR0${kind}${UnitSerNum}${number}`.padEnd(26, '0');

export function seededName(random: Random): NameFields {
  const phone = () => `801555${String(random.between(0, 9999)).padStart(4, '0')}`;
  return {
    FirstName: random.pick(FIRST_NAMES),
    LastName: random.pick(LAST_NAMES),
    HomePhone: random.chance(0.7) ? phone() : '',
    CellPhone: random.chance(0.5) ? phone() : '',
  };
}

export const seededAddress = (random: Random) => ({
  Address1: `${random.between(1, 980)} ${random.pick(STREETS)}`,
  Address2: '',
  State: 'UT',
  Country: 'USA',
  ...random.pick(CITIES),
});

/** The customer of a seeded unit. Undefined if the unit has none. */
export function seededCustomer({
  UnitSerNum,
  UnitStatus,
  DealerKey,
  dealerPath,
}: Pick<UnitRecord, 'UnitSerNum' | 'UnitStatus' | 'DealerKey' | 'dealerPath'>): CustomerRecord | undefined {
  const random = seededRandom(Number.parseInt(UnitSerNum, 36) + 5);
  if (UnitStatus !== ASSIGNED || !random.chance(SHARE)) return undefined;
  const names = [seededName(random), ...(random.chance(0.3) ? [seededName(random)] : [])];
  return {
    CustomerKey: seededKey('C', UnitSerNum),
    DealerKey,
    dealerPath,
    customerType: 0,
    myLinkStatus: ACTIVE,
    names: names.map((name, index) => ({ ...name, key: seededKey('N', UnitSerNum, index) })),
    addresses: [{ ...seededAddress(random), key: seededKey('A', UnitSerNum) }],
    units: [UnitSerNum],
    version: 1,
  };
}
