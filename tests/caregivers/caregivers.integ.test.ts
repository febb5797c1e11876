import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_CAREGIVERS_OF_UNIT } from '#core/caregivers/caregiver.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { AssignmentEntity, CaregiverEntity, CaregiverIdentifierEntity } from '#data/caregivers/entities.ts';
import { CustomerEntity } from '#data/customers/entities.ts';
import { UnitCustomerEntity } from '#data/customers/unit-customer.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call, type Input } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

let as: UserRecord;

beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
});

const HOME = { Address1: '12 Willow Lane', Address2: '', City: 'Provo', State: 'UT', Zip: '84601', Country: 'USA' };

/** A unit with a customer. */
async function aHome(dealer = 220) {
  const unit = await aUnit({ dealer });
  const { UnitSerNum } = unit;
  const customer = await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress: HOME, as });
  return { unit, UnitSerNum, customer };
}
type Fields = Partial<Input<typeof caregivers.create>>;
const create = (UnitSerNum: string, fields: Fields = {}) =>
  ask(caregivers.create, { UnitSerNum, Name: 'Ann Lee', emails: ['ann@family.example'], ...fields, as });
const change = (UnitSerNum: string, UserKey: string, updateType: 'add' | 'remove' | 'admin' | 'update', more = {}) =>
  call(caregivers.assign, { UnitSerNum, UserKey, updateType, ...more, as });
const list = (id: string, search = '') => ask(caregivers.list, { id, search, as });
const assignedTo = async (id: string) => (await list(id)).assigned;
const customersOf = async (UnitSerNum: string) =>
  (await ask(caregivers.customer, { UnitSerNum, as })).caregiverCustomer;
const stored = async (UserKey: string) => (await CaregiverEntity.get({ UserKey }).go({ consistent: true })).data;

describe('the customer of a unit', () => {
  it('is created with its home address, once, and is the first entry of the list that the console of a wearable reads [P2-C54 P2-C55 P2-E26]', async () => {
    const { UnitSerNum, customer } = await aHome();
    expect(customer).toEqual({ CustomerKey: expect.stringMatching(/^[0-9A-Z]{26}$/), HomeAddress: HOME });
    expect(await customersOf(UnitSerNum)).toEqual([customer]);
    const again = await call(caregivers.saveCustomer, { UnitSerNum, HomeAddress: HOME, as });
    expect([again.status, again.body.message]).toEqual([
      409,
      'Somebody else created the customer of this unit meanwhile. Please look at it first',
    ]);
    expect(await auditOf('unit', UnitSerNum)).toMatchObject([
      { action: 'create caregiver customer', dealerKey: 220, after: { changed: ['Home address'], UnitStatus: 9 } },
    ]);
  });

  it('has an address that can be read by itself [P2-C57]', async () => {
    const { UnitSerNum, customer } = await aHome();
    expect(await ask(caregivers.address, { id: UnitSerNum, as })).toEqual(customer);
    const { UnitSerNum: other } = await aUnit({ dealer: 220 });
    expect((await call(caregivers.address, { id: other, as })).status).toBe(404);
  });

  it('is there or not [P2-C58]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    expect(await ask(caregivers.isAttached, { id: UnitSerNum, as })).toEqual({ attached: false });
    expect(await customersOf(UnitSerNum)).toEqual([]);
    await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress: HOME, as });
    expect(await ask(caregivers.isAttached, { id: UnitSerNum, as })).toEqual({ attached: true });
  });

  it('is changed by two people: the second gets a conflict [P2-C55]', async () => {
    const { UnitSerNum, customer } = await aHome();
    const save = (Address1: string, seen = HOME) =>
      call(caregivers.saveCustomer, {
        UnitSerNum,
        CustomerKey: customer.CustomerKey,
        seen,
        HomeAddress: { ...HOME, Address1 },
        as,
      });
    expect((await save('1 First Street')).status).toBe(200);
    const second = await save('2 Second Street');
    expect([second.status, second.body.issues]).toEqual([
      409,
      [{ path: 'Address1', message: 'Somebody else changed the address meanwhile' }],
    ]);
    expect((await save('2 Second Street', { ...HOME, Address1: '1 First Street' })).status).toBe(200);
    expect((await customersOf(UnitSerNum))[0]?.HomeAddress.Address1).toBe('2 Second Street');
    expect((await auditOf('unit', UnitSerNum)).at(-1)).toMatchObject({
      action: 'edit caregiver customer',
      after: { changed: ['Home address'] },
    });
  });

  it('of another unit cannot be changed or deleted through this one', async () => {
    const [mine, other] = [await aHome(), await aHome()];
    const { CustomerKey } = other.customer;
    const input = { UnitSerNum: mine.UnitSerNum, as };
    const saved = await call(caregivers.saveCustomer, { ...input, CustomerKey, seen: HOME, HomeAddress: HOME });
    expect(saved.status).toBe(404);
    expect((await call(caregivers.deleteCustomer, { ...input, key: CustomerKey })).status).toBe(404);
    expect(await customersOf(other.UnitSerNum)).toEqual([other.customer]);
  });

  it('needs what the person saw to be changed', async () => {
    const { UnitSerNum, customer } = await aHome();
    const { CustomerKey } = customer;
    const refused = await call(caregivers.saveCustomer, { UnitSerNum, CustomerKey, HomeAddress: HOME, as });
    expect([refused.status, refused.body.issues[0].path]).toEqual([422, 'seen']);
  });
});

describe('a caregiver', () => {
  it('is created and assigned, with a unique ID that the server makes [P2-C51 P2-C53 P2-E27 P2-V20 P2-V52]', async () => {
    const { UnitSerNum } = await aHome();
    const emails = ['ann@family.example', 'ann@work.example'];
    const made = await create(UnitSerNum, { emails, UserType: 'admin' });
    expect(made).toEqual({
      UserKey: expect.stringMatching(/^[0-9A-Z]{26}$/),
      UserType: 'admin',
      UniqueIdentifier: expect.stringMatching(/^[A-Z0-9]{10}$/),
      Name: 'Ann Lee',
      emails,
      CaregiverUnits: [UnitSerNum],
    });
    expect(await assignedTo(UnitSerNum)).toEqual([made]);
    expect(await auditOf('caregiver', made.UserKey)).toMatchObject([
      { action: 'create caregiver', objectName: 'Ann Lee', dealerKey: 220, after: { Name: 'Ann Lee', emails } },
    ]);
    expect((await auditOf('unit', UnitSerNum)).at(-1)).toMatchObject({
      action: 'assign caregiver',
      after: { caregiver: 'Ann Lee', UserType: 'admin' },
    });
  });

  it('needs an e-mail address that is one [P2-V19]', async () => {
    const { UnitSerNum } = await aHome();
    const refused = await call(caregivers.create, { UnitSerNum, Name: 'Ann', emails: ['ann@family'], as });
    expect([refused.status, refused.body.issues]).toEqual([
      422,
      [{ path: 'emails.0', message: 'Not an e-mail address' }],
    ]);
    expect(await assignedTo(UnitSerNum)).toEqual([]);
  });

  it('needs a customer of the unit', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const refused = await call(caregivers.create, { UnitSerNum, Name: 'Ann', emails: ['ann@family.example'], as });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The unit has no customer yet. Create its customer first',
    ]);
  });

  it('is added to another unit, removed and made administrator of one of them [P2-C52 P2-E28]', async () => {
    const [first, second] = [await aHome(), await aHome()];
    const { UserKey, ...made } = await create(first.UnitSerNum, { Name: 'Mia Added' });
    expect((await list(second.UnitSerNum, 'mia a')).available).toEqual([{ ...made, UserKey, UserType: undefined }]);
    expect((await change(second.UnitSerNum, UserKey, 'add')).status).toBe(200);
    expect((await change(second.UnitSerNum, UserKey, 'admin', { UserType: 'admin' })).status).toBe(200);
    const CaregiverUnits = [first.UnitSerNum, second.UnitSerNum];
    expect(await assignedTo(first.UnitSerNum)).toMatchObject([{ UserKey, UserType: 'caregiver', CaregiverUnits }]);
    expect(await assignedTo(second.UnitSerNum)).toMatchObject([{ UserKey, UserType: 'admin', CaregiverUnits }]);
    expect((await list(second.UnitSerNum, 'mia a')).available).toEqual([]);

    expect((await change(second.UnitSerNum, UserKey, 'add')).status).toBe(409);
    expect((await change(first.UnitSerNum, UserKey, 'remove')).status).toBe(200);
    expect((await change(first.UnitSerNum, UserKey, 'remove')).status).toBe(404);
    expect(await assignedTo(first.UnitSerNum)).toEqual([]);
    expect(await assignedTo(second.UnitSerNum)).toMatchObject([{ CaregiverUnits: [second.UnitSerNum] }]);
    const actions = (await auditOf('unit', second.UnitSerNum)).map(({ action }) => action);
    expect(actions).toEqual(['create caregiver customer', 'assign caregiver', 'change caregiver type']);
    expect((await auditOf('unit', first.UnitSerNum)).at(-1)).toMatchObject({ action: 'unassign caregiver' });
  });

  it('is available by the start of the name in any case, or by the unique ID', async () => {
    const [first, second] = [await aHome(), await aHome()];
    const made = await create(first.UnitSerNum, { Name: 'Zoë Searched' });
    const found = async (search: string) =>
      (await list(second.UnitSerNum, search)).available.map(({ UserKey }) => UserKey);
    expect(await found('zOË s')).toEqual([made.UserKey]);
    expect(await found(made.UniqueIdentifier.toLowerCase())).toEqual([made.UserKey]);
    expect(await found('Searched')).toEqual([]);
  });

  it('is changed from two units at once: nothing of either change is lost', async () => {
    const [first, second] = [await aHome(), await aHome()];
    const { UserKey } = await create(first.UnitSerNum, { emails: ['a@x.example', 'b@x.example'] });
    await change(second.UnitSerNum, UserKey, 'add');
    const seen = { Name: 'Ann Lee', emails: ['a@x.example', 'b@x.example'] };
    const answers = await Promise.all([
      change(first.UnitSerNum, UserKey, 'update', { seen, entered: { ...seen, Name: 'Ann Leigh' } }),
      change(second.UnitSerNum, UserKey, 'update', {
        seen,
        entered: { ...seen, emails: ['b@x.example', 'c@x.example'] },
      }),
      change(first.UnitSerNum, UserKey, 'update', {
        seen,
        entered: { ...seen, emails: [...seen.emails, 'd@x.example'] },
      }),
      change(second.UnitSerNum, UserKey, 'admin', { UserType: 'admin' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [both] = await assignedTo(first.UnitSerNum);
    expect({ ...both, emails: both!.emails.toSorted() }).toMatchObject({
      Name: 'Ann Leigh',
      emails: ['b@x.example', 'c@x.example', 'd@x.example'],
      UserType: 'caregiver',
    });
    expect((await assignedTo(second.UnitSerNum))[0]).toMatchObject({ Name: 'Ann Leigh', UserType: 'admin' });

    const late = await change(second.UnitSerNum, UserKey, 'update', { seen, entered: { ...seen, Name: 'Anna Lee' } });
    expect([late.status, late.body.issues]).toEqual([
      409,
      [{ path: 'Name', message: expect.stringContaining('Somebody else changed this to “Ann Leigh” meanwhile') }],
    ]);
    expect((await auditOf('caregiver', UserKey)).map(({ action }) => action)).toEqual([
      'create caregiver',
      'edit caregiver',
      'edit caregiver',
      'edit caregiver',
    ]);
  });

  it('is assigned by many at once: each unit has at most 20', async () => {
    const { UnitSerNum } = await aHome();
    for (let made = 1; made < MAX_CAREGIVERS_OF_UNIT; made++) await create(UnitSerNum);
    const late = [1, 2, 3].map(() =>
      call(caregivers.create, { UnitSerNum, Name: 'Late', emails: ['late@family.example'], as }),
    );
    expect((await Promise.all(late)).map(({ status }) => status).sort()).toEqual([200, 413, 413]);
    expect(await assignedTo(UnitSerNum)).toHaveLength(MAX_CAREGIVERS_OF_UNIT);
  });

  it('of another dealer, or who does not exist, cannot be added, changed or found', async () => {
    const [mine, foreign] = [await aHome(220), await aHome(22)];
    const made = await create(foreign.UnitSerNum, { Name: 'Foreign Person' });
    const seen = { Name: made.Name, emails: made.emails };
    for (const UserKey of [made.UserKey, '01KAJN9FR00000000000000998'])
      for (const updateType of ['add', 'remove', 'admin', 'update'] as const)
        expect((await change(mine.UnitSerNum, UserKey, updateType, { seen, entered: seen })).status).toBe(404);
    expect((await list(mine.UnitSerNum, 'foreign')).available).toEqual([]);
    expect((await list(mine.UnitSerNum, made.UniqueIdentifier)).available).toEqual([]);
  });

  it('is read by people who view units, and changed by others only [P2-B10]', async () => {
    const { UnitSerNum, customer } = await aHome();
    const { UserKey } = await create(UnitSerNum);
    for (const flag of ['UNIT_VIEW', 'UNIT'] as const) {
      const viewer = await aUser({ dealer: 220, flags: [flag] });
      expect((await call(caregivers.list, { id: UnitSerNum, as: viewer })).status).toBe(200);
      expect((await call(caregivers.customer, { UnitSerNum, as: viewer })).status).toBe(200);
      const input = { UnitSerNum, as: viewer };
      expect((await call(caregivers.assign, { ...input, UserKey, updateType: 'remove' })).status).toBe(403);
      expect((await call(caregivers.deleteCustomer, { ...input, key: customer.CustomerKey })).status).toBe(403);
    }
    const caregiver = await aUser({ dealer: 220, flags: ['CAREGIVER'] });
    const removed = await call(caregivers.assign, { UnitSerNum, UserKey, updateType: 'remove', as: caregiver });
    expect(removed.status).toBe(200);
  });
});

describe('deleting a customer', () => {
  async function aFamily() {
    const [home, other] = [await aHome(), await aHome()];
    const selected = await create(home.UnitSerNum, { Name: 'Selected' });
    const unselected = await create(home.UnitSerNum, { Name: 'Unselected' });
    const shared = await create(home.UnitSerNum, { Name: 'Shared' });
    await change(other.UnitSerNum, shared.UserKey, 'add');
    return { home, other, selected, unselected, shared };
  }
  const remove = ({ unit, customer }: { unit: UnitRecord; customer: { CustomerKey: string } }, selected: string[]) =>
    call(caregivers.deleteCustomer, {
      key: customer.CustomerKey,
      UnitSerNum: unit.UnitSerNum,
      selected: selected.join(','),
      as,
    });

  it('deletes the selected caregivers of this unit only, keeps the others, and keeps all who have other units [P2-C56 P2-V21 P2-V22 P2-V23]', async () => {
    const { home, other, selected, unselected, shared } = await aFamily();
    const { UnitSerNum } = home;
    expect((await remove(home, [selected.UserKey, shared.UserKey])).status).toBe(200);

    expect(await stored(selected.UserKey)).toBeNull();
    const { UniqueIdentifier } = selected;
    expect((await CaregiverIdentifierEntity.get({ UniqueIdentifier }).go()).data).toBeNull();
    expect(await stored(unselected.UserKey)).toMatchObject({ Name: 'Unselected', CaregiverUnits: [] });
    expect(await stored(shared.UserKey)).toMatchObject({ Name: 'Shared', CaregiverUnits: [other.UnitSerNum] });
    expect(await assignedTo(other.UnitSerNum)).toMatchObject([{ UserKey: shared.UserKey }]);

    expect(await customersOf(UnitSerNum)).toEqual([]);
    expect((await list(UnitSerNum, 'unselected')).available.map(({ UserKey }) => UserKey)).toContain(
      unselected.UserKey,
    );
    expect(await assignedTo(UnitSerNum)).toEqual([]);
    const { CustomerKey } = home.customer;
    expect((await CustomerEntity.get({ CustomerKey }).go()).data).toBeNull();
    expect((await auditOf('unit', UnitSerNum)).at(-1)).toMatchObject({
      action: 'delete caregiver customer',
      before: { UnitStatus: 9, caregivers: expect.arrayContaining(['Selected', 'Unselected', 'Shared']) },
    });
    expect((await auditOf('caregiver', selected.UserKey)).at(-1)).toMatchObject({ action: 'delete caregiver' });
  });

  it('with 20 caregivers is one transaction', async () => {
    const home = await aHome();
    const keys: string[] = [];
    for (let made = 0; made < MAX_CAREGIVERS_OF_UNIT; made++) keys.push((await create(home.UnitSerNum)).UserKey);
    expect((await remove(home, keys)).status).toBe(200);
    for (const UserKey of keys) expect(await stored(UserKey)).toBeNull();
  });

  it('while a selected caregiver gets another unit never deletes that caregiver, and leaves nobody on the unit', async () => {
    for (let round = 0; round < 4; round++) {
      const { home, other, selected } = await aFamily();
      const [deleted, added] = await Promise.all([
        remove(home, [selected.UserKey]),
        change(other.UnitSerNum, selected.UserKey, 'add'),
        change(home.UnitSerNum, selected.UserKey, 'admin', { UserType: 'admin' }),
      ]);
      expect(deleted.status).toBe(200);
      const left = await stored(selected.UserKey);
      expect(left?.CaregiverUnits ?? null).toEqual(added.status === 200 ? [other.UnitSerNum] : null);
      const { UnitSerNum } = home;
      expect((await AssignmentEntity.query.byUnit({ UnitSerNum }).go({ consistent: true })).data).toEqual([]);
      expect((await UnitCustomerEntity.get({ UnitSerNum }).go({ consistent: true })).data).toBeNull();
    }
  });
});
