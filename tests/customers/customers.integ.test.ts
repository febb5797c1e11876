import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#core/audit/contract.ts';
import type { BillLine } from '#core/billing/bill-line.ts';
import { billing } from '#core/billing/contract.ts';
import { NO_TOTALS } from '#core/billing/totals.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { customers } from '#core/customers/contract.ts';
import { history } from '#core/history/contract.ts';
import { HOUR, instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { vitals } from '#core/vitals/contract.ts';
import { AuditEntity } from '#data/audit/audit.ts';
import { BillingRunEntity, BillLineEntity } from '#data/billing/entities.ts';
import { AssignmentEntity } from '#data/caregivers/entities.ts';
import { customerStore } from '#data/customers/customers.ts';
import { customerFollower } from '#data/customers/dealer-follower.ts';
import { CustomerEntity, CustomerLookupEntity } from '#data/customers/entities.ts';
import { settleLookups } from '#data/customers/lookups.ts';
import { UnitCustomerEntity } from '#data/customers/unit-customer.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call, type Input } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
import { runningScope } from '#support/world.ts';

let as: UserRecord;
let foreign: UserRecord;
let stream: Awaited<ReturnType<typeof aStreamReader>>;
const settle = async (times = 1) => follow(await stream.next(), { times });

beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 220, flags: ['CUSTOMER_EDIT', 'UNIT_EDIT', 'ADMIN'] });
  foreign = await aUser({ dealer: 49, flags: ['CUSTOMER_EDIT', 'UNIT_EDIT', 'ADMIN'] });
  stream = await aStreamReader();
});

const ADDRESS = { Address1: '12 Secret Lane', Address2: '', City: 'Provo', State: 'UT', Zip: '84601', Country: 'USA' };
const PERSON = { FirstName: 'Rosa', LastName: 'Willow', HomePhone: '8015550123', CellPhone: '' };
type New = Partial<Input<typeof customers.create>>;

const create = async (fields: New = {}, by = as) =>
  (await ask(customers.create, { customerType: 0, ...PERSON, ...ADDRESS, ...fields, as: by })).myLinkKey;
const get = (myLinkKey: string, by = as) => ask(customers.get, { myLinkKey, as: by });
const PATIENT = { vitalsPatient: 'P-1001', vitalsPortal: 'Example Vitals' };
const linkPatient = (UnitSerNum: string) =>
  ask(vitals.linkPatient, { UnitSerNum, id: PATIENT.vitalsPatient, portalName: PATIENT.vitalsPortal, as });
const vitalsLinkOf = async (UnitSerNum: string) => {
  const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
  return { vitalsPatient: data?.vitalsPatient, vitalsPortal: data?.vitalsPortal };
};
const unitStatus = async (UnitSerNum: string) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data?.UnitStatus;
const linkOf = async (UnitSerNum: string) =>
  (await UnitCustomerEntity.get({ UnitSerNum }).go({ consistent: true })).data;
const aReadyUnit = async (dealer = 220) => (await aUnit({ dealer, UnitStatus: 5 })).UnitSerNum;
const assign = (myLinkKey: string, UnitSerNum: string, by = as) =>
  call(customers.assignUnit, { myLinkKey, UnitSerNum, as: by });
const archive = (myLinkKey: string) => call(customers.changeAccountStatus, { myLinkKey, myLinkStatus: 24, as });

const moveDealer = (DealerKey: number, dealerPath: string) =>
  DealerEntity.patch({ DealerKey }).set({ dealerPath, tree: 'all' }).go();

/** A customer with a unit. */
async function withUnit() {
  const [myLinkKey, UnitSerNum] = [await create(), await aReadyUnit()];
  expect((await assign(myLinkKey, UnitSerNum)).status).toBe(200);
  return { myLinkKey, UnitSerNum };
}

describe('a customer', () => {
  it('is created, read and listed with its type [P1-C40 P1-C41 P1-C42 P1-E21]', async () => {
    const by = await aUser({ dealer: 13, flags: ['CUSTOMER_EDIT'] });
    const [household, facility] = [await create({}, by), await create({ customerType: 1, LastName: 'Home' }, by)];
    expect(await get(household, by)).toMatchObject({
      ...{ myLinkKey: household, customerType: 0, myLinkStatus: 23, units: [], caregivers: [] },
      names: [PERSON],
      addresses: [ADDRESS],
    });
    const listed = async (type: number) =>
      (await ask(customers.list, { type, as: by })).items.map(({ myLinkKey }) => myLinkKey);
    expect([await listed(0), await listed(1)]).toEqual([[household], [facility]]);
  });

  it('gets names and addresses, and loses them except the last [P1-C43 P1-C44 P1-C46 P1-V24]', async () => {
    const myLinkKey = await create();
    await ask(customers.addName, { myLinkKey, FirstName: 'Otto', LastName: 'Willow', as });
    await ask(customers.addAddress, { myLinkKey, ...ADDRESS, City: 'Orem', as });
    const { names, addresses } = await get(myLinkKey);
    expect(names.map(({ FirstName }) => FirstName)).toEqual(['Rosa', 'Otto']);
    expect(addresses.map(({ City }) => City)).toEqual(['Provo', 'Orem']);
    await ask(customers.remove, { myLinkKey, name: names[0]!.key, as });
    await ask(customers.remove, { myLinkKey, address: addresses[0]!.key, as });
    const last = await call(customers.remove, { myLinkKey, name: names[1]!.key, as });
    expect([last.status, last.body.message]).toEqual([409, 'Must have at least one customer']);
    expect((await call(customers.remove, { myLinkKey, address: addresses[1]!.key, as })).status).toBe(409);
    expect(await get(myLinkKey)).toMatchObject({ names: [{ FirstName: 'Otto' }], addresses: [{ City: 'Orem' }] });
    expect((await call(customers.remove, { myLinkKey, as })).status).toBe(422);
    await ask(customers.addName, { myLinkKey, FirstName: 'Bo', LastName: 'Willow', as });
    await ask(customers.addAddress, { myLinkKey, ...ADDRESS, as });
    const both = { name: names[1]!.key, address: addresses[1]!.key };
    expect((await call(customers.remove, { myLinkKey, ...both, as })).status).toBe(422);
    const left = await get(myLinkKey);
    expect([left.names.length, left.addresses.length]).toEqual([2, 2]);
  });

  it('is not created while its dealer is moved, where nobody would find it', async () => {
    const by = await aUser({ dealer: 422, flags: ['CUSTOMER_EDIT'] });
    const { dealerPath } = by;
    beforeNextTransaction(() => moveDealer(422, '/1/49/422/'));
    expect(await call(customers.create, { customerType: 0, ...PERSON, ...ADDRESS, as: by })).toMatchObject({
      status: 409,
      body: { message: 'Your dealer was moved meanwhile. Try again in a moment' },
    });
    await moveDealer(422, dealerPath);
    expect((await ask(customers.list, { type: 0, as: by })).items).toEqual([]);
  });

  it('keeps one name when two people remove both at once [P1-V24]', async () => {
    const myLinkKey = await create();
    await ask(customers.addName, { myLinkKey, FirstName: 'Otto', LastName: 'Willow', as });
    const { names } = await get(myLinkKey);
    const answers = await Promise.all(names.map(({ key }) => call(customers.remove, { myLinkKey, name: key, as })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await get(myLinkKey)).names).toHaveLength(1);
  });

  it('is changed in the version that was read; two who add at once both succeed [P1-C47]', async () => {
    const myLinkKey = await create();
    const { version, names } = await get(myLinkKey);
    const name = { ...names[0]!, LastName: 'Ortega' };
    await ask(customers.update, { myLinkKey, version, name, customerType: 1, as });
    expect(await get(myLinkKey)).toMatchObject({ customerType: 1, names: [{ LastName: 'Ortega' }] });
    const second = await call(customers.update, { myLinkKey, version, name, as });
    expect([second.status, second.body.code]).toEqual([409, 'CONFLICT']);
    const add = (FirstName: string) => ask(customers.addName, { myLinkKey, FirstName, LastName: 'Lee', as });
    await Promise.all([add('Ann'), add('Bo')]);
    expect((await get(myLinkKey)).names).toHaveLength(3);
  });

  it('takes hostile text as it is, and refuses what nobody can see', async () => {
    const FirstName = `"><img src=x onerror=alert(1)>`;
    const myLinkKey = await create({ FirstName, LastName: '=HYPERLINK("x")' });
    expect((await get(myLinkKey)).names[0]).toMatchObject({ FirstName });
    for (const bad of ['', '   ', '\u200b', 'x'.repeat(51)])
      expect((await call(customers.create, { ...PERSON, ...ADDRESS, FirstName: bad, as })).status).toBe(422);
  });

  it('of another dealer does not exist, in no call and in no list', async () => {
    const { myLinkKey, UnitSerNum } = await withUnit();
    await settle();
    const own = { myLinkKey, as: foreign };
    const missing = { myLinkKey: '01KAJN9FR00000000000000000', as: foreign };
    for (const input of [own, missing]) {
      const answers = await Promise.all([
        call(customers.get, input),
        call(customers.exportData, input),
        call(customers.erase, { ...input, version: 2 }),
        call(customers.addName, { ...input, FirstName: 'A', LastName: 'B' }),
        call(customers.addAddress, { ...input, ...ADDRESS }),
        call(customers.update, { ...input, version: 2 }),
        call(customers.remove, { ...input, UnitSerNum }),
        call(customers.assignUnit, { ...input, UnitSerNum: await aReadyUnit(49) }),
        call(customers.changeAccountStatus, { ...input, myLinkStatus: 24 }),
        call(customers.unassigned, input),
      ]);
      expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
        answers.map(() => [404, 'There is no such customer']),
      );
    }
    expect((await ask(customers.list, { type: 0, as: foreign })).items).toEqual([]);
    expect((await ask(customers.search, { text: 'Willow', as: foreign })).items).toEqual([]);
    expect((await call(customers.list, { type: 0, cursor: myLinkKey, as: foreign })).status).toBe(422);
    expect(await get(myLinkKey)).toMatchObject({ units: [UnitSerNum] });
  });

  it('is seen by the dealers above', async () => {
    const myLinkKey = await create();
    const above = await aUser({ dealer: 22, flags: ['CUSTOMER'] });
    expect(await get(myLinkKey, above)).toMatchObject({ DealerKey: 220 });
  });

  it('follows a dealer that is moved again at the same moment', async () => {
    const by = await aUser({ dealer: 422, flags: ['CUSTOMER_EDIT'] });
    const CustomerKey = await create({}, by);
    const [from, to] = [by.dealerPath, '/1/49/422/'];
    await moveDealer(422, to);
    const again = beforeNextTransaction(() => moveDealer(422, '/1/22/422/'));
    const moved = { DealerKey: 422, from, to, startedAt: instant(Date.now()) };
    for (let cursor: string | null | undefined; cursor !== null; )
      ({ cursor } = await customerFollower.step(moved, cursor));
    const { data } = await CustomerEntity.get({ CustomerKey }).go({ consistent: true });
    expect([again(), data?.dealerPath]).toEqual([true, '/1/22/422/']);
    await moveDealer(422, from);
  });

  it('loses a unit that goes to a dealer below at once, also for who sees both dealers', async () => {
    const above = await aUser({ dealer: 22, flags: ['CUSTOMER_EDIT'] });
    const [myLinkKey, UnitSerNum] = [await create({}, above), await aReadyUnit(22)];
    expect((await assign(myLinkKey, UnitSerNum, above)).status).toBe(200);
    await UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 220, dealerPath: '/1/22/220/' }).go();
    expect(await get(myLinkKey, above)).toMatchObject({ units: [], unitDetails: [] });
  });
});

describe('a unit', () => {
  it('is assigned to a customer, once [P1-C45 P1-B49]', async () => {
    const { myLinkKey, UnitSerNum } = await withUnit();
    expect(await get(myLinkKey)).toMatchObject({ units: [UnitSerNum], unitDetails: [{ UnitSerNum, UnitStatus: 9 }] });
    expect(await linkOf(UnitSerNum)).toMatchObject({ CustomerKey: myLinkKey });
    expect((await assign(myLinkKey, UnitSerNum)).status).toBe(409);
    expect((await assign(await create(), UnitSerNum)).body.message).toBe('This unit has a customer already');
    expect((await ask(caregivers.customer, { UnitSerNum, as })).caregiverCustomer).toEqual([
      { CustomerKey: myLinkKey, HomeAddress: ADDRESS },
    ]);
  });

  it('is assigned by one of two people who assign it at once', async () => {
    const keys = await Promise.all([create(), create(), create(), create()]);
    const UnitSerNum = await aReadyUnit();
    const answers = await Promise.all(keys.map((key) => assign(key, UnitSerNum)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const winner = keys[answers.findIndex(({ status }) => status === 200)]!;
    expect(await linkOf(UnitSerNum)).toMatchObject({ CustomerKey: winner });
    const owners = await Promise.all(keys.map(async (key) => (await get(key)).units));
    expect(owners.flat()).toEqual([UnitSerNum]);
  });

  it('is never left with an archived customer when both happen at once', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const [myLinkKey, UnitSerNum] = [await create(), await aReadyUnit()];
      const [assigned, archived] = await Promise.all([assign(myLinkKey, UnitSerNum), archive(myLinkKey)]);
      expect(archived.status).toBe(200);
      expect([200, 409]).toContain(assigned.status);
      expect(await get(myLinkKey)).toMatchObject({ myLinkStatus: 24, units: [] });
      expect(await linkOf(UnitSerNum)).toBeNull();
      expect(await unitStatus(UnitSerNum)).toBe(5);
    }
  });

  it('of another dealer, or destroyed, is refused', async () => {
    const myLinkKey = await create();
    expect((await assign(myLinkKey, await aReadyUnit(49))).status).toBe(404);
    const above = await aUser({ dealer: 22, flags: ['CUSTOMER_EDIT'] });
    expect((await assign(myLinkKey, await aReadyUnit(22), above)).status).toBe(409);
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 8 });
    expect((await assign(myLinkKey, UnitSerNum)).status).toBe(409);
  });

  it('that is destroyed at the same moment gets no customer', async () => {
    const [myLinkKey, UnitSerNum] = [await create(), await aReadyUnit()];
    beforeNextTransaction(() => UnitEntity.patch({ UnitSerNum }).set({ UnitStatus: 8 }).go());
    expect((await assign(myLinkKey, UnitSerNum)).status).toBe(409);
    expect([await unitStatus(UnitSerNum), await linkOf(UnitSerNum)]).toEqual([8, null]);
    expect(await get(myLinkKey)).toMatchObject({ units: [] });
  });

  it('that is ready is offered, by the start of its serial number [P1-C39 P1-B49]', async () => {
    const myLinkKey = await create();
    const [free, taken, other] = [await aReadyUnit(), await aReadyUnit(), await aReadyUnit(49)];
    await assign(myLinkKey, taken);
    for (const one of [free, taken, other]) await settleFacets(one, Date.now());
    const offered = async (search?: string) =>
      (await ask(customers.unassigned, { myLinkKey, ...(search && { search }), as })).units.map(
        (one) => one.UnitSerNum,
      );
    expect(await offered()).toContain(free);
    expect(await offered()).not.toContain(taken);
    expect(await offered()).not.toContain(other);
    expect(await offered(free)).toEqual([free]);
    expect(await offered(taken)).toEqual([]);
    expect(await offered('zz#')).toEqual([]);
  });

  it('in service without a customer is found by its whole serial number', async () => {
    const myLinkKey = await create();
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 9 });
    const { units: found } = await ask(customers.unassigned, { myLinkKey, search: UnitSerNum, as });
    expect(found).toMatchObject([{ UnitSerNum, UnitStatus: 9 }]);
    expect((await assign(myLinkKey, UnitSerNum)).status).toBe(200);
  });
});

describe('the vitals link of a unit', () => {
  const version = async (myLinkKey: string) => (await get(myLinkKey)).version;
  it.each<[string, (myLinkKey: string, UnitSerNum: string) => Promise<{ status: number }>]>([
    ['is archived', archive],
    ['loses the unit', (myLinkKey, UnitSerNum) => call(customers.remove, { myLinkKey, UnitSerNum, as })],
    ['is erased', async (myLinkKey) => call(customers.erase, { myLinkKey, version: await version(myLinkKey), as })],
    [
      'is deleted on the page of the unit',
      (key, UnitSerNum) => call(caregivers.deleteCustomer, { key, UnitSerNum, as }),
    ],
  ])('goes with a customer who %s, also if the unit is in repair', async (_, free) => {
    for (const UnitStatus of [9, 33] as const) {
      const { myLinkKey, UnitSerNum } = await withUnit();
      await UnitEntity.patch({ UnitSerNum }).set({ UnitStatus }).go();
      await linkPatient(UnitSerNum);
      expect(await vitalsLinkOf(UnitSerNum)).toEqual(PATIENT);
      expect((await free(myLinkKey, UnitSerNum)).status).toBe(200);
      expect([await unitStatus(UnitSerNum), await vitalsLinkOf(UnitSerNum)]).toEqual([
        UnitStatus === 9 ? 5 : 33,
        { vitalsPatient: '', vitalsPortal: '' },
      ]);
      expect((await auditOf('unit', UnitSerNum)).at(-1)).toMatchObject({ before: { vitalsPortal: 'Example Vitals' } });
    }
  });
});

describe('archiving a customer', () => {
  it('sets its units free and takes them off the record, in one step with the audit [P1-S02 P1-S03 P1-C48]', async () => {
    const { myLinkKey, UnitSerNum } = await withUnit();
    expect((await archive(myLinkKey)).status).toBe(200);
    expect(await get(myLinkKey)).toMatchObject({ myLinkStatus: 24, units: [] });
    expect([await linkOf(UnitSerNum), await unitStatus(UnitSerNum)]).toEqual([null, 5]);
    expect((await auditOf('unit', UnitSerNum)).at(-1)).toMatchObject({
      action: 'set unit free',
      before: { customer: myLinkKey, UnitStatus: 9 },
      after: { UnitStatus: 5 },
    });
    expect((await archive(myLinkKey)).status).toBe(200);
    const changes = (await auditOf('customer', myLinkKey)).filter(({ action }) => action === 'change account status');
    expect(changes).toMatchObject([{ before: { myLinkStatus: 23 }, after: { myLinkStatus: 24 } }]);
    expect((await assign(myLinkKey, UnitSerNum)).body.message).toContain('is archived');
    await ask(customers.changeAccountStatus, { myLinkKey, myLinkStatus: 23, as });
    expect(await get(myLinkKey)).toMatchObject({ myLinkStatus: 23, units: [] });
    expect((await assign(myLinkKey, UnitSerNum)).status).toBe(200);
  });

  it('removes the caregivers from the unit at once, and for good, also if the stream delivers it twice', async () => {
    const { myLinkKey, UnitSerNum } = await withUnit();
    const person = { UnitSerNum, Name: 'Ann Former', emails: ['ann@family.example'], as };
    const { UserKey } = await ask(caregivers.create, person);
    expect((await get(myLinkKey)).caregivers).toMatchObject([{ Name: 'Ann Former', UnitSerNum }]);
    await stream.next();
    await archive(myLinkKey);
    const next = await create();
    await assign(next, UnitSerNum);
    expect((await ask(caregivers.list, { id: UnitSerNum, as })).assigned).toEqual([]);
    const kept = await ask(caregivers.create, { ...person, Name: 'Bo Present' });
    await settle(2);
    expect((await ask(caregivers.list, { id: UnitSerNum, as })).assigned.map((one) => one.UserKey)).toEqual([
      kept.UserKey,
    ]);
    const { data } = await AssignmentEntity.query.byUnit({ UnitSerNum }).go({ consistent: true });
    expect(data.map((one) => one.UserKey)).toEqual([kept.UserKey]);
    const { available } = await ask(caregivers.list, { id: UnitSerNum, search: 'Ann F', as });
    expect(available).toMatchObject([{ UserKey, CaregiverUnits: [] }]);
  });
});

describe('a search of customers', () => {
  it('finds names, phone numbers and addresses by their start, in any type and status', async () => {
    const by = await aUser({ dealer: 91, flags: ['CUSTOMER_EDIT'] });
    const one = await create({ FirstName: 'Zenobia', HomePhone: '8017770001', Address1: '5 Quarry Road' }, by);
    const other = await create({ FirstName: 'Zeno', customerType: 1 }, by);
    await ask(customers.changeAccountStatus, { myLinkKey: other, myLinkStatus: 24, as: by });
    await settle(2);
    const found = async (text: string) =>
      (await ask(customers.search, { text, as: by })).items.map(({ myLinkKey }) => myLinkKey).sort();
    expect(await found('zeno')).toEqual([one, other].sort());
    expect(await found('ZENOBIA willow')).toEqual([one]);
    expect(await found('(801) 777-0001')).toEqual([one]);
    expect(await found('quarry')).toEqual([one]);
    expect(await found('nobody')).toEqual([]);
    const { version, names } = await get(one, by);
    await ask(customers.update, { myLinkKey: one, version, name: { ...names[0]!, FirstName: 'Petra' }, as: by });
    await settle(2);
    expect([await found('zenobia'), await found('petra')]).toEqual([[], [one]]);
  });

  it('finds no customer whose dealer was moved away, before the phrases follow', async () => {
    const above = await aUser({ dealer: 22, flags: ['CUSTOMER_EDIT'] });
    const CustomerKey = await create({ FirstName: 'Wanderer' });
    await settleLookups(CustomerKey);
    const found = async () => (await ask(customers.search, { text: 'wanderer', as: above })).items.length;
    expect(await found()).toBe(1);
    const { data } = await CustomerEntity.get({ CustomerKey }).go({ consistent: true });
    await CustomerEntity.put({ ...data!, dealerPath: '/1/49/220/' }).go();
    expect(await found()).toBe(0);
    await CustomerEntity.delete({ CustomerKey }).go();
    await settleLookups(CustomerKey);
  });

  it('settles on the latest version when runs overlap', async () => {
    const myLinkKey = await create({ FirstName: 'Overlap' });
    const { version, names } = await get(myLinkKey);
    await Promise.all([
      settleLookups(myLinkKey),
      ask(customers.update, { myLinkKey, version, name: { ...names[0]!, FirstName: 'Latest' }, as }),
      settleLookups(myLinkKey),
      settleLookups(myLinkKey),
    ]);
    await settle();
    const { data } = await CustomerLookupEntity.query.byCustomer({ CustomerKey: myLinkKey }).go({ consistent: true });
    expect(data.some(({ phrase }) => phrase.startsWith('overlap'))).toBe(false);
    expect(data.some(({ phrase }) => phrase.startsWith('latest'))).toBe(true);
  });

  it('goes on after a page, and its list too, with cursors without personal data', async () => {
    const by = await aUser({ dealer: 7, flags: ['CUSTOMER_EDIT'] });
    const made = [];
    for (const FirstName of ['Cara', 'Carl', 'Carla']) made.push(await create({ FirstName, LastName: 'Page' }, by));
    await settle();
    const first = await ask(customers.list, { type: 0, pageSize: 2, as: by });
    expect(first.cursor).toBe(made[1]);
    const second = await ask(customers.list, { type: 0, pageSize: 2, cursor: first.cursor!, as: by });
    expect([...first.items, ...second.items].map(({ myLinkKey }) => myLinkKey)).toEqual(made);
    const found = await ask(customers.search, { text: 'car', pageSize: 2, as: by });
    const more = await ask(customers.search, { text: 'car', pageSize: 2, cursor: found.cursor!, as: by });
    expect([...found.items, ...more.items].map(({ myLinkKey }) => myLinkKey).sort()).toEqual(made.sort());
  });
});

/** A closed bill of dealer 220 for the unit; returns how its lines are read. */
async function aBillOf(UnitSerNum: string) {
  const period = '2026-10';
  const run = { period, startedAt: '2026-10-19T06:15:00.000Z', closedAt: '2026-10-19T06:30:00.000Z', units: 1 };
  await BillingRunEntity.put({ ...run, ...NO_TOTALS }).go();
  const line: BillLine = {
    ...{ UnitSerNum, UnitModel: 'MXD-LTE', dealer: 220, FullUnitID: 'A1-0001' },
    ...{ Type: 'Service', Date: '2026-09-19', count: 30, Rate: 930, cents: 930 },
  };
  await BillLineEntity.put({ period, DealerKey: 220, UnitSerNum, number: 0, line }).go();
  const by = await aUser({ dealer: 220, flags: ['BILLING'] });
  return async () => (await ask(billing.details, { dealer: 220, period, as: by })).items;
}

describe('personal data', () => {
  it('is exported whole, and the audit names who read and exported it, once an hour', async () => {
    const { myLinkKey, UnitSerNum } = await withUnit();
    await get(myLinkKey);
    await get(myLinkKey);
    const data = await ask(customers.exportData, { myLinkKey, as });
    expect(data.customer).toMatchObject({ names: [PERSON], addresses: [ADDRESS], units: [UnitSerNum] });
    const actions = (await auditOf('customer', myLinkKey)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'read customer')).toHaveLength(1);
    expect(data.audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['read customer', 'export customer']),
    );
    // More than one page of reads.
    const [read] = await auditOf('customer', myLinkKey);
    const reads = Array.from({ length: 1_001 }, (_, index) => ({
      ...read!,
      expiresAt: 4_000_000_000,
      auditId: `read-${index}`,
      enteredByKey: 'ann',
      enteredByFullName: 'Ann Lee',
    }));
    await AuditEntity.put(reads).go({ concurrent: 8 });
    const { audit } = await ask(customers.exportData, { myLinkKey, as });
    expect(audit.length).toBeGreaterThan(1_001);
    expect(audit.filter(({ by }) => by === `${read!.actorFullName} (by a link of Ann Lee)`)).toHaveLength(1_001);
  });

  it('is read in the audit once for each person who uses the same access', async () => {
    const customer = { CustomerKey: await create(), DealerKey: 220 };
    const scope = await runningScope(as);
    for (const userKey of ['ann', 'bo', 'ann'])
      await customerStore.noteRead({ ...scope, actor: { ...scope.actor, userKey } }, customer, Date.now());
    const reads = (await auditOf('customer', customer.CustomerKey)).filter(({ action }) => action === 'read customer');
    expect(reads.map(({ actorKey }) => actorKey).sort()).toEqual(['ann', 'bo']);
  });

  it('that a unit page shows is read in the audit too', async () => {
    const { myLinkKey, UnitSerNum } = await withUnit();
    await ask(caregivers.address, { id: UnitSerNum, as });
    expect((await auditOf('customer', myLinkKey)).map(({ action }) => action)).toContain('read customer');
  });

  it('is erased everywhere: the unit, the bill and the skeleton of the audit stay', async () => {
    // The thousand entries of the test above are not followed here: that takes a minute.
    await stream.next();
    const { myLinkKey, UnitSerNum } = await withUnit();
    const bill = await aBillOf(UnitSerNum);
    const before = await bill();
    expect(before).toMatchObject([{ UnitSerNum, cents: 930 }]);
    await ask(customers.addName, { myLinkKey, FirstName: 'Unmistakable', LastName: 'Person', as });
    await settle();
    const { version } = await get(myLinkKey);
    expect((await call(customers.erase, { myLinkKey, version: version - 1, as })).status).toBe(409);
    await ask(customers.erase, { myLinkKey, version, as });
    await settle(2);
    expect((await call(customers.get, { myLinkKey, as })).status).toBe(404);
    expect((await ask(customers.search, { text: 'unmistakable', as })).items).toEqual([]);
    expect(
      (await CustomerLookupEntity.query.byCustomer({ CustomerKey: myLinkKey }).go({ consistent: true })).data,
    ).toEqual([]);
    expect(await unitStatus(UnitSerNum)).toBe(5);
    expect(await bill()).toEqual(before);
    const skeleton = await auditOf('customer', myLinkKey);
    expect(skeleton.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['create customer', 'edit customer', 'erase customer']),
    );
    const all = JSON.stringify([skeleton, await auditOf('unit', UnitSerNum)]);
    for (const value of ['Unmistakable', 'Rosa', '8015550123', 'Secret Lane']) expect(all).not.toContain(value);
  });

  it('is kept if somebody changes it in the moment of the erasure', async () => {
    const myLinkKey = await create();
    const changed = beforeNextTransaction(() =>
      ask(customers.addName, { myLinkKey, FirstName: 'Otto', LastName: 'Willow', as }),
    );
    expect((await call(customers.erase, { myLinkKey, version: 1, as })).status).toBe(409);
    expect([changed(), (await get(myLinkKey)).names.length]).toEqual([true, 2]);
  });

  it('is in no error text', async () => {
    const { myLinkKey, UnitSerNum } = await withUnit();
    const { names, version } = await get(myLinkKey);
    const answers = await Promise.all([
      assign(await create(), UnitSerNum),
      call(customers.update, { myLinkKey, version: version - 1, name: names[0]!, as }),
      call(customers.remove, { myLinkKey, name: names[0]!.key, as }),
      call(caregivers.saveCustomer, {
        ...{ UnitSerNum, CustomerKey: myLinkKey, as },
        seen: { ...ADDRESS, City: 'Elsewhere' },
        HomeAddress: { ...ADDRESS, City: 'Third' },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/Rosa|Willow|Secret|Provo|8015550123/);
  });
});

const historyOf = (UnitSerNum: string, by: UserRecord) =>
  Promise.all(
    (['chlogUnit', 'chlogProfileUnitData', 'getCombined'] as const).map(async (log) => {
      const [startDate, endDate] = [-HOUR, HOUR].map((from) => instant(Date.now() + from)) as [string, string];
      const { status, body } = await call(history[log], { id: UnitSerNum, startDate, endDate, as: by });
      expect([log, status]).toEqual([log, 200]);
      return body;
    }),
  );

describe('HIDE_CUSTOMER', () => {
  it('hides customers from the audit of dealer, unit and customer, and from the history of the unit [P1-A19]', async () => {
    const { myLinkKey, UnitSerNum } = await withUnit();
    const hidden = await aUser({ dealer: 220, flags: ['CUSTOMER_EDIT', 'ADMIN', 'UNIT_EDIT', 'HIDE_CUSTOMER'] });
    const seen = async (by: UserRecord) =>
      JSON.stringify([
        (await call(audit.ofDealer, { dealerKey: 220, as: by })).body,
        (await call(audit.ofObject, { objectKind: 'unit', objectId: UnitSerNum, as: by })).body,
        (await call(audit.ofObject, { objectKind: 'customer', objectId: myLinkKey, as: by })).body,
        (await call(audit.ofUser, { userKey: as.UserKey, as: by })).body,
        ...(await historyOf(UnitSerNum, by)),
      ]);
    expect(await seen(as)).toContain(myLinkKey);
    expect(JSON.stringify(await historyOf(UnitSerNum, as))).toContain(myLinkKey);
    expect(await seen(hidden)).not.toContain(myLinkKey);
    expect((await call(customers.get, { myLinkKey, as: hidden })).status).toBe(403);
    expect((await call(caregivers.customer, { UnitSerNum, as: hidden })).status).toBe(403);
    expect(await ask(caregivers.isAttached, { id: UnitSerNum, as: hidden })).toEqual({ attached: true });
  });
});

describe('a unit that moves to another dealer', () => {
  it('tells the new dealer nothing of its former customer, who stays with the former dealer', async () => {
    const { myLinkKey, UnitSerNum } = await withUnit();
    await stream.next();
    await UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    const told = async () =>
      JSON.stringify([
        (await call(caregivers.customer, { UnitSerNum, as: foreign })).body,
        (await call(customers.unassigned, { search: UnitSerNum, as: foreign })).body,
        (await call(audit.ofObject, { objectKind: 'unit', objectId: UnitSerNum, as: foreign })).body,
        (await call(customers.search, { text: 'rosa', as: foreign })).body,
      ]);
    const atOnce = await told();
    expect((await get(myLinkKey)).units).toEqual([]);
    await settle(2);
    for (const value of [myLinkKey, 'Rosa', 'Secret Lane']) expect(atOnce + (await told())).not.toContain(value);
    expect(await linkOf(UnitSerNum)).toBeNull();
    expect((await CustomerEntity.get({ CustomerKey: myLinkKey }).go({ consistent: true })).data).toMatchObject({
      DealerKey: 220,
      units: [],
    });
    const theirs = await create({}, foreign);
    expect((await assign(theirs, UnitSerNum, foreign)).status).toBe(200);
  });
});
