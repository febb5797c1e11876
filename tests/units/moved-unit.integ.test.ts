import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { audit } from '#core/audit/contract.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { reminders } from '#core/reminders/contract.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import { unitNotes } from '#core/unit-notes/contract.ts';
import { units } from '#core/units/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ClosedDealersEntity, closedDealerStore, PORTAL } from '#data/dealers/closed-dealers.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { newId } from '#data/kit/id.ts';
import { ReminderEntity } from '#data/reminders/reminder-entity.ts';
import { giveSecret } from '#data/units/give-secret.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { lookupsOf, UnitLookupEntity } from '#data/units/unit-lookups.ts';
import { UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
import { runningScope } from '#support/world.ts';
import { CONTRACT, sampleOf } from '../contract/endpoints.ts';

let above: UserRecord;
let former: UserRecord;
let present: UserRecord;
let stream: Awaited<ReturnType<typeof aStreamReader>>;

beforeAll(async () => {
  await someDealers();
  above = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'ADMIN', 'ENGINEER', 'MYSCHEDULER'] });
  former = await aUser({ dealer: 220 });
  present = await aUser({ dealer: 2201 });
  stream = await aStreamReader();
});

const storedUnit = async (UnitSerNum: string) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data as UnitRecord;

const move = (UnitSerNum: string, to: number, from = 220, as = above) =>
  call(units.moveToSubDealer, { UnitSerNum, UnitDealerKey: from, NewDealerKey: to, as });

const remind = (UnitSerNum: string, Message: 'EatAMeal' | 'TakeMedication' = 'TakeMedication') =>
  call(reminders.schedule, {
    UnitSerNum,
    Message,
    MessageTime: instant(Date.now() + HOUR).slice(0, 19),
    timeZone: 'UTC',
    as: above,
  });

const remindersOf = async (UnitSerNum: string) =>
  (await ReminderEntity.query.byUnit({ UnitSerNum }).go({ consistent: true })).data;

const counted = (counted: 'count' | 'withoutSecret', UnitModel: string) =>
  Promise.all(
    [1, 22, 220, 2201, 49].map(async (dealerKey) => (await unitStore.totals({ dealerKey }, counted))[UnitModel] ?? 0),
  );
const difference = (was: number[], is: number[]) => is.map((count, index) => count - was[index]!);

describe('the dealers to which a unit can be moved', () => {
  it('are those below its dealer [P2-C29]', async () => {
    const found = await ask(dealerSwitch.subDealers, { UnitDealerKey: 22, as: above });
    const keys = found.items.map(({ DealerKey }) => DealerKey);
    expect(keys).toEqual(expect.arrayContaining([220, 2201]));
    for (const other of [1, 22, 49]) expect(keys).not.toContain(other);
    expect((await call(dealerSwitch.subDealers, { UnitDealerKey: 49, as: above })).status).toBe(404);
  });

  it('are found by their name, and closed ones are left out', async () => {
    const search = () => ask(dealerSwitch.subDealers, { UnitDealerKey: 22, searchText: '2201', as: above });
    expect((await search()).items.map(({ DealerKey }) => DealerKey)).toEqual([2201]);
    await close([220]);
    expect((await search()).items).toEqual([]);
  });
});

/** Closes the dealers until the end of the test. */
async function close(keys: number[]): Promise<void> {
  await ClosedDealersEntity.put({ ...PORTAL, keys }).go();
  await closedDealerStore.keys(Date.now(), { consistent: true });
  onTestFinished(async () => {
    await ClosedDealersEntity.delete(PORTAL).go();
    await closedDealerStore.keys(Date.now(), { consistent: true });
  });
}

describe('moving a unit to a sub-dealer', () => {
  it('takes it there with its configuration, its lookups, its mark and its counts [P2-A16 P2-B12 P2-C30]', async () => {
    const unit = await aUnit({ dealer: 220, Report: 1, Custom1: 'Room 7' });
    const { UnitSerNum, UnitModel } = unit;
    const was = { count: await counted('count', UnitModel), without: await counted('withoutSecret', UnitModel) };
    const { status, body } = await move(UnitSerNum, 2201);
    expect({ status, body }).toMatchObject({ status: 200, body: { UnitSerNum, DealerKey: 2201 } });

    const { DealerKey, dealerPath, formerDealers, Custom1, Custom2, Tags, ...others } = await storedUnit(UnitSerNum);
    const { vitalsPatient, vitalsPortal, hubAt, homeAskedAt, syncQueued, ...kept } = others;
    expect(syncQueued).toBe(UnitModel === 'MXD-LTE' ? undefined : 1);
    expect(hubAt).toBe(formerDealers![0]!.until);
    expect(homeAskedAt).toBe(UnitModel === 'MXD-LTE' ? undefined : hubAt);
    expect({ vitalsPatient, vitalsPortal }).toEqual({ vitalsPatient: '', vitalsPortal: '' });
    expect({ DealerKey, dealerPath, Custom1, Custom2 }).toEqual({
      DealerKey: 2201,
      dealerPath: '/1/22/220/2201/',
      Custom1: '',
      Custom2: '',
    });
    expect(formerDealers).toEqual([{ DealerKey: 220, until: expect.any(String) }]);
    expect(Tags).toEqual([]);
    expect(unit).toMatchObject(kept);

    const change = [0, 0, 0, 1, 0];
    expect(difference(was.count, await counted('count', UnitModel))).toEqual(change);
    expect(difference(was.without, await counted('withoutSecret', UnitModel))).toEqual(change);
    const { data: mark } = await UnitWithoutSecretEntity.get({ UnitSerNum }).go({ consistent: true });
    expect(mark).toMatchObject({ dealerPath });
    const found = await ask(units.quickSearch, { searchText: UnitSerNum, as: present });
    expect(found.found.map((one) => one.UnitSerNum)).toEqual([UnitSerNum]);
  });

  it('to another family leaves no lookup behind, and a unit with a secret gets no mark', async () => {
    const root = await aUser({ dealer: 1 });
    const unit = await aUnit({ dealer: 220 });
    const { UnitSerNum, UnitModel } = unit;
    await giveSecret(await runningScope(root), unit, undefined, Date.now());
    const without = await counted('withoutSecret', UnitModel);
    const count = await counted('count', UnitModel);
    expect((await move(UnitSerNum, 49, 220, root)).status).toBe(200);
    expect(difference(count, await counted('count', UnitModel))).toEqual([0, -1, -1, 0, 1]);
    expect(await counted('withoutSecret', UnitModel)).toEqual(without);
    const stored = await storedUnit(UnitSerNum);
    const at = async (lookups: ReturnType<typeof lookupsOf>) =>
      (await Promise.all(lookups.map((one) => UnitLookupEntity.get(one).go({ consistent: true })))).map(
        ({ data }) => data?.dealerPath,
      );
    expect(new Set(await at(lookupsOf(unit)))).toEqual(new Set([undefined]));
    expect(new Set(await at(lookupsOf(stored)))).toEqual(new Set(['/1/49/']));
  });

  it('is refused for a dealer outside of the scope, a closed one, its own, and a unit that others moved', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    expect((await move(UnitSerNum, 49)).status).toBe(404);
    expect((await move(UnitSerNum, 22, 220, former)).status).toBe(404);
    expect(await move(UnitSerNum, 220)).toMatchObject({ status: 409 });
    expect(await move(UnitSerNum, 22, 2201)).toMatchObject({ status: 409 });
    await close([2201]);
    expect(await move(UnitSerNum, 2201)).toMatchObject({
      status: 409,
      body: { message: 'The dealer is closed. Please choose another one' },
    });
    expect(await storedUnit(UnitSerNum)).toMatchObject({ DealerKey: 220 });
  });

  it('takes it back too, and remembers each dealer that had it', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    await move(UnitSerNum, 2201);
    expect((await move(UnitSerNum, 220, 2201)).status).toBe(200);
    const { formerDealers } = await storedUnit(UnitSerNum);
    expect(formerDealers!.map(({ DealerKey }) => DealerKey)).toEqual([220, 2201]);
  });

  it('by two people at once moves it once', async () => {
    const { UnitSerNum, UnitModel } = await aUnit({ dealer: 22 });
    const was = await counted('count', UnitModel);
    const answers = await Promise.all([move(UnitSerNum, 220, 22), move(UnitSerNum, 2201, 22)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { DealerKey, formerDealers } = await storedUnit(UnitSerNum);
    expect(formerDealers).toHaveLength(1);
    expect(difference(was, await counted('count', UnitModel))).toEqual([0, 0, 1, DealerKey === 2201 ? 1 : 0, 0]);
  });

  it.each([
    ['its identifiers change', { UnitID: '9977' }],
    ['it goes to another dealer', { DealerKey: 22, dealerPath: '/1/22/' }],
  ])('changes nothing if %s meanwhile', async (_, changed) => {
    const { UnitSerNum, UnitModel } = await aUnit({ dealer: 220 });
    const was = await counted('count', UnitModel);
    beforeNextTransaction(() => UnitEntity.patch({ UnitSerNum }).set(changed).go());
    expect(await move(UnitSerNum, 2201)).toMatchObject({
      status: 409,
      body: { message: 'The unit changed meanwhile' },
    });
    expect(await counted('count', UnitModel)).toEqual(was);
  });

  it('changes nothing if its new dealer moves meanwhile', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const dealerAt = (dealerPath: string) =>
      DealerEntity.patch({ DealerKey: 2201 }).set({ dealerPath, tree: 'all' }).go();
    onTestFinished(async () => void (await dealerAt('/1/22/220/2201/')));
    beforeNextTransaction(() => dealerAt('/1/49/2201/'));
    expect((await move(UnitSerNum, 2201)).status).toBe(409);
    expect(await storedUnit(UnitSerNum)).toMatchObject({ DealerKey: 220 });
  });

  it('marks it right if it loses its mark meanwhile', async () => {
    const unit = await aUnit({ dealer: 220 });
    const { UnitSerNum, UnitModel } = unit;
    const scope = await runningScope(above);
    const was = await counted('withoutSecret', UnitModel);
    beforeNextTransaction(() => giveSecret(scope, unit, undefined, Date.now()));
    expect((await move(UnitSerNum, 2201)).status).toBe(200);
    expect(difference(was, await counted('withoutSecret', UnitModel))).toEqual([-1, -1, -1, 0, 0]);
  });

  it('deletes its reminders, which the next wearer must not hear', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    expect((await remind(UnitSerNum)).status).toBe(200);
    beforeNextTransaction(() => remind(UnitSerNum, 'EatAMeal'));
    expect((await move(UnitSerNum, 2201)).status).toBe(200);
    expect(await remindersOf(UnitSerNum)).toEqual([]);
  });

  it('refuses a reminder of its former dealer that is stored meanwhile', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    beforeNextTransaction(() =>
      UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 2201, dealerPath: '/1/22/220/2201/' }).go(),
    );
    expect((await remind(UnitSerNum)).status).toBe(409);
    expect(await remindersOf(UnitSerNum)).toEqual([]);
  });

  it('forgets its hub, also if a report of the former home comes late', async () => {
    const hub = { myHubStatus: 'On', myHubMACAddress: '02:57:4B:77:77:77', myHubDevType: 'Hub', myHubFirmVer: '1' };
    const { UnitSerNum } = await aUnit({ dealer: 220, hub, hubAt: instant(Date.now() - HOUR) });
    await move(UnitSerNum, 2201);
    await unitChangeStore.recordHub(UnitSerNum, hub, instant(Date.now() - MINUTE));
    expect(await storedUnit(UnitSerNum)).not.toHaveProperty('hub');
    await unitChangeStore.recordHub(UnitSerNum, hub, instant(Date.now() + MINUTE));
    expect(await storedUnit(UnitSerNum)).toMatchObject({ hub });
  });

  it('is in the audit of both dealers, each in its own words', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, Custom1: 'Room of Mrs. Wu' });
    await remind(UnitSerNum);
    await move(UnitSerNum, 2201);
    const entries = (await auditOf('unit', UnitSerNum)).filter(({ action }) => action !== 'schedule reminder');
    expect(entries).toHaveLength(2);
    expect(entries.find(({ dealerKey }) => dealerKey === 220)).toMatchObject({
      action: 'move unit',
      actorKey: above.UserKey,
      before: { DealerKey: 220, Custom1: 'Room of Mrs. Wu', reminders: [{ Message: 'TakeMedication' }] },
      after: { DealerKey: 2201 },
    });
    const received = entries.find(({ dealerKey }) => dealerKey === 2201)!;
    expect(received).toMatchObject({ action: 'receive unit', after: { DealerKey: 2201 } });
    expect(JSON.stringify(received)).not.toContain('Wu');
  });
});

/** Texts that only the former dealer wrote or received, by what they are. */
const FACTS = {
  'home address': '77 Secret Lane',
  caregiver: 'Former Caregiver',
  'e-mail address of a caregiver': 'former@secret.example',
  'reason of a ping': 'Former ping reason',
  'type of an event': 'Former event type',
  'number of a call': '+15557779999',
  'first own text': 'Room of Mrs. Wu',
  'second own text': 'Account of Mrs. Wu',
  'person who set a reminder': 'former.setter@people.example',
  note: 'Former note about Mrs. Wu',
  tag: 'former family',
  'home Wi-Fi': '0A:1B:2C:3D:4E:5F',
} as const;

/** Every call that reads something of the unit of the samples: new areas are in it as soon as they have samples. */
const READS = CONTRACT.filter(
  ({ name, endpoint }) => endpoint.method === 'GET' && JSON.stringify(sampleOf(name)).includes('400220'),
);

describe('a unit that was moved tells the new dealer nothing of', () => {
  let told: Record<string, string>;
  let toldAbove: string;

  beforeAll(async () => {
    const setter = await aUser({ dealer: 220, userName: FACTS['person who set a reminder'] });
    const unit = await aUnit({
      dealer: 220,
      Custom1: FACTS['first own text'],
      Custom2: FACTS['second own text'],
    });
    const { UnitSerNum } = unit;
    const HomeAddress = {
      Address1: FACTS['home address'],
      Address2: '',
      City: 'Provo',
      State: '',
      Zip: '84601',
      Country: 'USA',
    };
    await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress, as: setter });
    const emails = [FACTS['e-mail address of a caregiver']];
    await ask(caregivers.create, { UnitSerNum, Name: FACTS.caregiver, emails, as: setter });
    await ask(reminders.schedule, {
      UnitSerNum,
      Message: 'EatAMeal',
      MessageTime: instant(Date.now() + HOUR).slice(0, 19),
      timeZone: 'UTC',
      as: setter,
    });
    await ask(unitNotes.addNote, { UnitSerNum, text: FACTS.note, as: setter });
    await ask(unitNotes.changeTags, { UnitSerNum, add: [FACTS.tag], as: setter });
    const at = instant(Date.now() - MINUTE);
    const logged = { timeStamp: at, receivedAt: at, sequence: 1 };
    await unitLogStore.recordPing(UnitSerNum, '1-1', { ...logged, pingReason: FACTS['reason of a ping'] });
    await UnitEntity.patch({ UnitSerNum }).remove(['lastPing', 'lastPingAt']).go();
    await unitLogStore.recordEvent(UnitSerNum, '1-2', { ...logged, eventType: FACTS['type of an event'] });
    await unitLogStore.recordCall(UnitSerNum, '1-3', {
      ...logged,
      direction: 'outgoing',
      outcome: 'answered',
      startedAt: at,
      durationSeconds: 60,
      phoneNumber: FACTS['number of a call'],
    });
    await protocolLogStore.record({
      ...{ id: newId(Date.now()), receivedAt: Date.now(), UnitSerNum, kind: 'report', raw: FACTS['home Wi-Fi'] },
      messageType: 'operation',
      content: {
        ...{ type: 'operation', MessageTime: Date.now(), operation: 'HOMEWIFIQ' },
        accessPoints: [{ mac: FACTS['home Wi-Fi'], rssi: -48 }],
      },
    });
    await stream.next();
    await ask(units.moveToSubDealer, { UnitSerNum, UnitDealerKey: 220, NewDealerKey: 2201, as: above });
    const read = async (as: UserRecord) => {
      const answers = await Promise.all(
        READS.map(async ({ name, endpoint }) => {
          const sample = JSON.parse(JSON.stringify(sampleOf(name)).replaceAll('400220', UnitSerNum));
          return [
            name,
            JSON.stringify((await call(endpoint, { ...sample, ...WHOLE_RANGE(sample), as })).body),
          ] as const;
        }),
      );
      return Object.fromEntries(answers);
    };
    const atOnce = await read(present);
    toldAbove = JSON.stringify(await read(above));
    await follow(await stream.next());
    const later = await read(present);
    const entries = await ask(audit.ofDealer, { dealerKey: 2201, as: present });
    told = Object.fromEntries(READS.map(({ name }) => [name, `${atOnce[name]}${later[name]}`]));
    told['audit.ofDealer'] = JSON.stringify(entries);
  });

  it('anything, by any of the calls that read a unit', () => {
    expect(READS.length).toBeGreaterThan(10);
    for (const fact of [
      FACTS['reason of a ping'],
      FACTS['type of an event'],
      FACTS['number of a call'],
      FACTS['home Wi-Fi'],
    ])
      expect(toldAbove).toContain(fact);
  });

  it.each(Object.entries(FACTS))('%s', (_, fact) => {
    expect(Object.keys(told).filter((name) => told[name]!.includes(fact))).toEqual([]);
  });
});

/** The samples with a range of days get one that contains now. */
const WHOLE_RANGE = (sample: object) =>
  'startDate' in sample && { startDate: instant(Date.now() - 24 * HOUR), endDate: instant(Date.now() + HOUR) };
