import { ACCESS_FLAGS, type AccessFlag, USER_TYPE, type UserType } from '#core/access.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { DEALERS } from './dealers.ts';

/** The password of every seeded user. Seeds are for machines without real data. */
export const SEED_PASSWORD = 'Watchkeep-2026';

interface Person {
  kind: string;
  userName: string;
  first: string;
  last: string;
  type: UserType;
  dealer: number;
  flags: readonly AccessFlag[];
}

const WITHOUT = (...left: AccessFlag[]) => ACCESS_FLAGS.filter((flag) => !left.includes(flag));
const DEALER_FLAGS = WITHOUT(
  'ENGINEER',
  'HIDE_CUSTOMER',
  'ADMIN_DEALER_ADD',
  'PRODUCTION',
  'MYTREX_BILLING',
  'UNIT_VIEW',
);

export const PEOPLE: readonly Person[] = [
  {
    kind: 'Engineer',
    userName: 'engineer@watchkeep.example',
    first: 'Erin',
    last: 'Castellan',
    type: USER_TYPE.engineer,
    dealer: ROOT_DEALER,
    flags: WITHOUT('HIDE_CUSTOMER', 'UNIT_VIEW'),
  },
  {
    kind: 'Administrator',
    userName: 'admin@watchkeep.example',
    first: 'Ada',
    last: 'Moreno',
    type: USER_TYPE.administrator,
    dealer: ROOT_DEALER,
    flags: WITHOUT('HIDE_CUSTOMER', 'UNIT_VIEW', 'ENGINEER'),
  },
  {
    kind: 'Dealer administrator',
    userName: 'dealer@northwind.example',
    first: 'Nora',
    last: 'Whitfield',
    type: USER_TYPE.dealerStaff,
    dealer: 22,
    flags: DEALER_FLAGS,
  },
  {
    kind: 'Sub-dealer staff',
    userName: 'staff@oregon.example',
    first: 'Owen',
    last: 'Redding',
    type: USER_TYPE.dealerStaff,
    dealer: 220,
    flags: ['UNIT', 'UNIT_EDIT', 'SIM', 'CUSTOMER', 'REPORTS', 'MYSCHEDULER', 'BULK_ACTIONS'],
  },
  {
    kind: 'Dealer staff, view only',
    userName: 'viewer@cedar.example',
    first: 'Vera',
    last: 'Lindqvist',
    type: USER_TYPE.dealerStaff,
    dealer: 49,
    flags: ['UNIT_VIEW', 'REPORTS'],
  },
  {
    kind: 'Monitoring centre',
    userName: 'operator@monitoring.example',
    first: 'Milo',
    last: 'Tan',
    type: USER_TYPE.monitoringCentre,
    dealer: 22,
    flags: [],
  },
  {
    kind: 'Dealer staff, single sign-on',
    userName: 'agent@telus.example',
    first: 'Tess',
    last: 'Okafor',
    type: USER_TYPE.dealerStaff,
    dealer: 422,
    flags: ['UNIT', 'UNIT_EDIT', 'SIM', 'CUSTOMER', 'REPORTS'],
  },
  {
    kind: 'Second engineer, who approves rollouts',
    userName: 'approver@watchkeep.example',
    first: 'Iris',
    last: 'Novak',
    type: USER_TYPE.engineer,
    dealer: ROOT_DEALER,
    flags: WITHOUT('HIDE_CUSTOMER', 'UNIT_VIEW'),
  },
];

/** When the seeded mail addresses were proven and confirmed. */
export const PROVEN = '2026-01-01T00:00:00.000Z';

/** The stored item of a person. */
export const userItem = (person: Person, index: number) => ({
  UserKey: `user-${index + 1}`,
  UserName: person.userName,
  UserEmail: person.userName,
  UserFirstName: person.first,
  UserLastName: person.last,
  UserStatus: 1,
  UserTypeKey: person.type,
  DealerKey: person.dealer,
  dealerPath: DEALERS.find(({ DealerKey }) => DealerKey === person.dealer)!.dealerPath,
  flags: [...person.flags],
  emailProvenAt: PROVEN,
  emailSince: PROVEN,
});
