import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { audit } from '#core/audit/contract.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { AssignmentEntity, CaregiverEntity } from '#data/caregivers/entities.ts';
import { CustomerEntity } from '#data/customers/entities.ts';
import { UnitCustomerEntity } from '#data/customers/unit-customer.ts';
import { DEALER_MOVED, DealerEntity } from '#data/dealers/dealers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

let former: UserRecord;
let present: UserRecord;
let stream: Awaited<ReturnType<typeof aStreamReader>>;

beforeAll(async () => {
  await someDealers();
  former = await aUser({ dealer: 220, flags: ['UNIT_EDIT', 'ADMIN'] });
  present = await aUser({ dealer: 49, flags: ['UNIT_EDIT', 'ADMIN', 'ENGINEER'] });
  stream = await aStreamReader();
});

const HOME = {
  Address1: '77 Secret Lane',
  Address2: 'Flat 9-Q',
  City: 'Hidden Hollow',
  State: 'Former State',
  Zip: '84777-SECRET',
  Country: 'Formerland',
};

let UnitSerNum: string;
let made: Awaited<ReturnType<typeof ask<typeof caregivers.create>>>;
let other: string;
let CustomerKey: string;

const move = (DealerKey: number, dealerPath: string) =>
  UnitEntity.patch({ UnitSerNum }).set({ DealerKey, dealerPath }).go();
const settle = async (times = 1) => follow(await stream.next(), { times });
const storedOf = async (key: string) => ({
  link: (await UnitCustomerEntity.get({ UnitSerNum: key }).go({ consistent: true })).data,
  assignments: (await AssignmentEntity.query.byUnit({ UnitSerNum: key }).go({ consistent: true })).data,
});
const caregiver = async () => (await CaregiverEntity.get({ UserKey: made.UserKey }).go({ consistent: true })).data;

/** A unit of dealer 220 with a customer and a caregiver, who has another unit of the dealer too. */
async function aCaredUnit(): Promise<void> {
  ({ UnitSerNum } = await aUnit({ dealer: 220 }));
  ({ UnitSerNum: other } = await aUnit({ dealer: 220 }));
  for (const one of [UnitSerNum, other])
    ({ CustomerKey } = await ask(caregivers.saveCustomer, { UnitSerNum: one, HomeAddress: HOME, as: former }));
  ({ CustomerKey } = (await ask(caregivers.customer, { UnitSerNum, as: former })).caregiverCustomer[0]!);
  made = await ask(caregivers.create, {
    UnitSerNum,
    Name: 'Former Caregiver',
    emails: ['former@secret.example'],
    as: former,
  });
  const { UserKey } = made;
  await ask(caregivers.assign, { UnitSerNum: other, UserKey, updateType: 'add', as: former });
  await stream.next();
}

/** Everything that the new dealer can read of the unit. */
async function toldToPresent(): Promise<string> {
  const answers = await Promise.all([
    call(caregivers.list, { id: UnitSerNum, as: present }),
    call(caregivers.list, { id: UnitSerNum, search: 'former', as: present }),
    call(caregivers.list, { id: UnitSerNum, search: made.UniqueIdentifier, as: present }),
    call(caregivers.customer, { UnitSerNum, as: present }),
    call(caregivers.address, { id: UnitSerNum, as: present }),
    call(caregivers.isAttached, { id: UnitSerNum, as: present }),
    call(audit.ofObject, { objectKind: 'unit', objectId: UnitSerNum, as: present }),
    call(audit.ofObject, { objectKind: 'caregiver', objectId: made.UserKey, as: present }),
    call(audit.ofDealer, { dealerKey: 49, as: present }),
    call(caregivers.create, {
      UnitSerNum,
      Name: 'New Person',
      emails: ['new@present.example'],
      as: present,
    }),
    ...(['add', 'remove', 'admin', 'update'] as const).map((updateType) =>
      call(caregivers.assign, {
        UnitSerNum,
        UserKey: made.UserKey,
        updateType,
        seen: { Name: 'x', emails: ['x@x.example'] },
        entered: { Name: 'y', emails: ['x@x.example'] },
        as: present,
      }),
    ),
    call(caregivers.deleteCustomer, { UnitSerNum, key: CustomerKey, selected: made.UserKey, as: present }),
    call(caregivers.saveCustomer, { UnitSerNum, CustomerKey, seen: HOME, HomeAddress: HOME, as: present }),
  ]);
  return JSON.stringify(answers.map(({ body }) => body));
}

const FIELDS: [string, () => string][] = [
  ...Object.entries(HOME).map(([field, value]): [string, () => string] => [`HomeAddress.${field}`, () => value]),
  ['CustomerKey', () => CustomerKey],
  ['UserKey', () => made.UserKey],
  ['UniqueIdentifier', () => made.UniqueIdentifier],
  ['Name', () => made.Name],
  ['emails', () => made.emails[0]!],
  ['CaregiverUnits', () => other],
];

describe('a unit that moved to another dealer tells the new dealer nothing of', () => {
  let told: string;
  beforeAll(async () => {
    await aCaredUnit();
    await move(49, '/1/49/');
    const atOnce = await toldToPresent();
    await settle();
    told = atOnce + (await toldToPresent());
  });

  it.each(FIELDS)('%s, neither at once nor when it was detached', (_field, value) => {
    expect(value()).toMatch(/.../);
    expect(told).not.toContain(value());
  });

  it('having a customer', async () =>
    expect(await ask(caregivers.isAttached, { id: UnitSerNum, as: present })).toEqual({ attached: false }));
});

describe('when a unit moved to another dealer', () => {
  beforeEach(aCaredUnit);

  it('its customer and its caregivers stay with the former dealer, who sees it in the audit', async () => {
    await move(49, '/1/49/');
    await settle(2);
    expect(await storedOf(UnitSerNum)).toEqual({ link: null, assignments: [] });
    expect(await caregiver()).toMatchObject({ Name: 'Former Caregiver', CaregiverUnits: [other] });
    expect((await CustomerEntity.get({ CustomerKey }).go()).data).toMatchObject({
      DealerKey: 220,
      addresses: [HOME],
      units: [],
    });
    expect((await storedOf(other)).assignments).toHaveLength(1);
    expect(
      (await auditOf('unit', UnitSerNum)).filter(({ action }) => action === 'detach caregiver customer'),
    ).toMatchObject([{ dealerKey: 220, actorKey: 'system', before: { caregivers: ['Former Caregiver'] } }]);
  });

  it('a new customer with caregivers of the new dealer is kept, also if it comes before the former one is detached', async () => {
    await move(49, '/1/49/');
    await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress: { ...HOME, City: 'Orem' }, as: present });
    const fresh = { UnitSerNum, Name: 'New Person', emails: ['new@present.example'], as: present };
    const { UserKey } = await ask(caregivers.create, fresh);
    await settle(2);
    const { assigned } = await ask(caregivers.list, { id: UnitSerNum, as: present });
    expect(assigned.map((one) => one.UserKey)).toEqual([UserKey]);
    expect((await ask(caregivers.customer, { UnitSerNum, as: present })).caregiverCustomer).toMatchObject([
      { HomeAddress: { City: 'Orem' } },
    ]);
    expect((await caregiver())?.CaregiverUnits).toEqual([other]);
  });

  it('and through several dealers, each one sees only its own caregivers in the audit', async () => {
    await move(49, '/1/49/');
    await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress: HOME, as: present });
    await ask(caregivers.create, { UnitSerNum, Name: 'Second', emails: ['second@present.example'], as: present });
    await move(7, '/1/7/');
    await settle();
    expect(await storedOf(UnitSerNum)).toEqual({ link: null, assignments: [] });
    const detached = (await auditOf('unit', UnitSerNum)).filter(({ action }) => action === 'detach caregiver customer');
    expect(detached.map(({ dealerKey, before }) => [dealerKey, before.caregivers]).sort()).toEqual([
      [220, ['Former Caregiver']],
      [49, ['Second']],
    ]);
  });

  it('and came back before it was detached, it keeps its caregivers', async () => {
    await move(49, '/1/49/');
    await move(220, '/1/22/220/');
    await settle();
    const { assigned } = await ask(caregivers.list, { id: UnitSerNum, as: former });
    expect(assigned.map(({ Name }) => Name)).toEqual(['Former Caregiver']);
  });

  it('or was deleted, its caregivers lose it', async () => {
    await UnitEntity.delete({ UnitSerNum }).go();
    await settle();
    expect(await storedOf(UnitSerNum)).toEqual({ link: null, assignments: [] });
    expect((await caregiver())?.CaregiverUnits).toEqual([other]);
  });

  it('while its former dealer adds a caregiver, the caregiver is not stored', async () => {
    const dealerAt = (dealerPath: string) =>
      DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath, tree: 'all' }).go();
    onTestFinished(async () => void (await dealerAt('/1/22/220/')));
    await dealerAt('/1/49/220/');
    const added = { UnitSerNum, Name: 'Late', emails: ['late@secret.example'], as: former };
    expect(await call(caregivers.create, added)).toMatchObject({ status: 409, body: { message: DEALER_MOVED } });
  });
});
