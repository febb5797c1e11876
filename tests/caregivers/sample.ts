import { AssignmentEntity, CaregiverEntity, CaregiverIdentifierEntity } from '#data/caregivers/entities.ts';
import { CustomerEntity } from '#data/customers/entities.ts';
import { UnitCustomerEntity } from '#data/customers/unit-customer.ts';
import type { Sample } from '#support/samples.ts';

const DealerKey = 220;
const CUSTOMER = '01KAJN9FR00000000000000333';
const ASSIGNED = '01KAJN9FR00000000000000111';
const AVAILABLE = '01KAJN9FR00000000000000222';
const HOME = { Address1: '12 Willow Lane', Address2: '', City: 'Provo', State: 'UT', Zip: '84601', Country: 'USA' };

/** A customer with a caregiver, and a caregiver who is available. */
export const sample: Sample = {
  named: [
    { name: CUSTOMER, missing: '01KAJN9FR00000000000000999' },
    { name: ASSIGNED, missing: '01KAJN9FR00000000000000998' },
    { name: AVAILABLE, missing: '01KAJN9FR00000000000000997' },
  ],
  async add({ unit: { UnitSerNum } }) {
    const caregiver = (UserKey: string, Name: string, UniqueIdentifier: string, CaregiverUnits: string[]) => [
      CaregiverEntity.put({
        UserKey,
        DealerKey,
        UniqueIdentifier,
        Name,
        emails: [`${Name.replace(' ', '.')}@family.example`],
        CaregiverUnits,
        version: 1,
      }).go(),
      CaregiverIdentifierEntity.put({ UniqueIdentifier, UserKey }).go(),
    ];
    await Promise.all([
      CustomerEntity.put({
        CustomerKey: CUSTOMER,
        DealerKey,
        dealerPath: '/1/22/220/',
        customerType: 0,
        myLinkStatus: 23,
        names: [],
        addresses: [{ ...HOME, key: CUSTOMER }],
        units: [UnitSerNum],
        version: 1,
      }).go(),
      UnitCustomerEntity.put({ UnitSerNum, DealerKey, CustomerKey: CUSTOMER, version: 1 }).go(),
      AssignmentEntity.put({
        UnitSerNum,
        UserKey: ASSIGNED,
        DealerKey,
        CustomerKey: CUSTOMER,
        UserType: 'caregiver',
      }).go(),
      ...caregiver(ASSIGNED, 'Rosa Willow', 'WILLOW2200', [UnitSerNum]),
      ...caregiver(AVAILABLE, 'Otto Willow', 'WILLOW2201', []),
    ]);
  },
};
