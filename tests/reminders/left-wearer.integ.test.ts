import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_CAREGIVERS_OF_UNIT } from '#core/caregivers/caregiver.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { customers } from '#core/customers/contract.ts';
import { demoUnits } from '#core/demo-units/contract.ts';
import { reminders } from '#core/reminders/contract.ts';
import { DETAIL_REMINDERS } from '#core/reminders/next-reminders.ts';
import { commandIdOf, originOf, type Reminder } from '#core/reminders/reminder.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { CaregiverEntity } from '#data/caregivers/entities.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { ReminderMinuteEntity } from '#data/reminders/minutes.ts';
import { ReminderEntity } from '#data/reminders/reminder-entity.ts';
import { reminderOutcomeStore } from '#data/reminders/reminder-outcomes.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction, failTransactionsFrom } from '#support/table-faults.ts';
import { runningScope } from '#support/world.ts';

let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 220, flags: ['MYSCHEDULER', 'UNIT_EDIT', 'CUSTOMER_EDIT', 'ADMIN', 'ENGINEER'] });
});

let nextMinute = 0;
const HomeAddress = {
  ...{ Address1: '12 Willow Lane', Address2: '', City: 'Provo', State: 'UT', Zip: '84601', Country: 'USA' },
};
async function aWornUnit(model: Partial<Pick<UnitRecord, 'UnitModel'>> = {}) {
  const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 5, ...model });
  const { CustomerKey } = await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress, as });
  return { UnitSerNum, CustomerKey };
}
type Worn = Awaited<ReturnType<typeof aWornUnit>>;

const remind = (UnitSerNum: string, Message: Reminder['Message'] = 'TakeMedication') =>
  call(reminders.schedule, {
    ...{ UnitSerNum, Message, MessageTime: instant(Date.now() + HOUR).slice(0, 19), timeZone: 'UTC' },
    as,
  });
const remindersOf = async (UnitSerNum: string) =>
  (await ReminderEntity.query.byUnit({ UnitSerNum }).go({ consistent: true })).data;
const takeOff = ({ UnitSerNum, CustomerKey: myLinkKey }: Worn) => call(customers.remove, { myLinkKey, UnitSerNum, as });
const archive = ({ CustomerKey: myLinkKey }: Pick<Worn, 'CustomerKey'>) =>
  call(customers.changeAccountStatus, { myLinkKey, myLinkStatus: 24, as });
async function erase({ CustomerKey: myLinkKey }: Pick<Worn, 'CustomerKey'>) {
  const { version } = await ask(customers.get, { myLinkKey, as });
  return call(customers.erase, { myLinkKey, version, as });
}

/** Makes the reminders of the unit due; their commands then wait for the unit. Returns the ids of the commands. */
async function makeDue(UnitSerNum: string): Promise<string[]> {
  const due = await remindersOf(UnitSerNum);
  for (const reminder of due)
    await reminderOutcomeStore.queueCommand(
      reminder,
      {
        ...{ UnitSerNum, commandId: commandIdOf(reminder), command: 'PlayMultiMessage', arguments: { messages: '2' } },
        ...{ validUntil: Date.now() + HOUR, givenBy: reminder.createdBy, DealerKey: 220, origin: originOf(reminder) },
        giver: { by: SYSTEM, unitDealerKey: 220 },
      },
      Date.now(),
    );
  return due.map(commandIdOf);
}

describe('the reminders of a unit whose wearer leaves it', () => {
  it.each<[string, (worn: Worn) => Promise<{ status: number }>]>([
    [
      'is deleted at the page of the unit',
      ({ UnitSerNum, CustomerKey: key }) => call(caregivers.deleteCustomer, { UnitSerNum, key, as }),
    ],
    ['gives the unit back', takeOff],
    ['is archived', archive],
    ['is erased', erase],
  ])('are deleted with their waiting commands if the customer %s', async (_how, leave) => {
    const worn = await aWornUnit();
    const { UnitSerNum } = worn;
    expect((await remind(UnitSerNum)).status).toBe(200);
    const [command] = await makeDue(UnitSerNum);
    expect((await remind(UnitSerNum, 'EatAMeal')).status).toBe(200);
    expect((await leave(worn)).status).toBe(200);
    expect(await remindersOf(UnitSerNum)).toEqual([]);
    expect(await commandStore.get(UnitSerNum, command!)).toBeUndefined();
    expect(await commandStore.ended(UnitSerNum, command!)).toMatchObject({ outcome: 'withdrawn' });
    const entries = await auditOf('unit', UnitSerNum);
    const before = entries.find((entry) => entry.before?.reminders)?.before as { reminders: object[] };
    expect(before.reminders).toMatchObject([{ Message: 'EatAMeal' }, { Message: 'TakeMedication' }]);
    // The next wearer begins without any.
    await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress, as });
    expect((await ask(reminders.list, { UnitSerNum, as })).items).toEqual([]);
  });

  it('are deleted with a customer of 20 selected caregivers, though all their commands wait', async () => {
    const worn = await aWornUnit({ UnitModel: 'myConnect' });
    const { UnitSerNum, CustomerKey: key } = worn;
    const keys: string[] = [];
    for (let made = 0; made < MAX_CAREGIVERS_OF_UNIT; made++) {
      const given = { UnitSerNum, Name: 'Rosa Willow', emails: [`rosa${made}@family.example`], as };
      keys.push((await ask(caregivers.create, given)).UserKey);
    }
    for (const kind of DETAIL_REMINDERS) await remind(UnitSerNum, kind);
    const commands = await makeDue(UnitSerNum);
    expect(commands).toHaveLength(3);
    const deleted = await call(caregivers.deleteCustomer, { UnitSerNum, key, selected: keys.join(','), as });
    expect(deleted.status).toBe(200);
    expect(await remindersOf(UnitSerNum)).toEqual([]);
    for (const command of commands)
      expect(await commandStore.ended(UnitSerNum, command)).toMatchObject({ outcome: 'withdrawn' });
    expect((await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data).toMatchObject({ UnitStatus: 5 });
    expect((await CaregiverEntity.get({ UserKey: keys[19]! }).go({ consistent: true })).data).toBeNull();
  }, 30_000);

  it('are deleted when a demo unit comes back, but not while it is repaired', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 5 });
    const becomes = (UnitStatus: 5 | 9 | 33) => ask(demoUnits.updateMany, { units: [UnitSerNum], UnitStatus, as });
    await becomes(9);
    await remind(UnitSerNum);
    await becomes(33);
    expect(await remindersOf(UnitSerNum)).toHaveLength(1);
    await becomes(5);
    expect(await remindersOf(UnitSerNum)).toEqual([]);
  });

  it('include one that is stored at the same moment', async () => {
    const worn = await aWornUnit();
    beforeNextTransaction(() => remind(worn.UnitSerNum));
    expect((await takeOff(worn)).status).toBe(200);
    expect(await remindersOf(worn.UnitSerNum)).toEqual([]);
  });

  it('are refused if the wearer leaves while they are stored', async () => {
    const worn = await aWornUnit();
    beforeNextTransaction(() => takeOff(worn));
    expect(await remind(worn.UnitSerNum)).toMatchObject({
      status: 409,
      body: { message: 'The unit changed meanwhile' },
    });
    expect(await remindersOf(worn.UnitSerNum)).toEqual([]);
    expect((await remind(worn.UnitSerNum)).status).toBe(200);
  });

  const tenUnits = async () => {
    const worn = await aWornUnit();
    const others = await Promise.all(
      Array.from({ length: 9 }, () => aUnit({ dealer: 220, UnitStatus: 5, UnitModel: 'myConnect' })),
    );
    for (const { UnitSerNum } of others)
      await ask(customers.assignUnit, { myLinkKey: worn.CustomerKey, UnitSerNum, as });
    const serials = [worn, ...others].map(({ UnitSerNum }) => UnitSerNum);
    for (const UnitSerNum of serials) {
      await remind(UnitSerNum, 'EatAMeal');
      await remind(UnitSerNum, 'TakeMedication');
      await makeDue(UnitSerNum);
    }
    return { worn, serials };
  };
  const expectFree = async (serials: readonly string[]) => {
    for (const UnitSerNum of serials) {
      expect(await remindersOf(UnitSerNum)).toEqual([]);
      expect((await unitStore.getMany({ dealerPath: '/1/' }, [UnitSerNum]))[0]).toMatchObject({ UnitStatus: 5 });
    }
  };

  it.each([
    ['archived', archive],
    ['erased', erase],
  ])(
    'are deleted with ten units that have all kinds of them, when their customer is %s',
    async (_how, leave) => {
      const { worn, serials } = await tenUnits();
      expect((await leave(worn)).status).toBe(200);
      await expectFree(serials);
    },
    30_000,
  );

  it.each([
    ['archived', archive],
    ['erased', erase],
  ])('give their places in one minute back when a customer of two units is %s', async (_how, leave) => {
    const worn = await aWornUnit();
    const { UnitSerNum: other } = await aUnit({ dealer: 220, UnitStatus: 5, UnitModel: 'myConnect' });
    await ask(customers.assignUnit, { myLinkKey: worn.CustomerKey, UnitSerNum: other, as });
    const minute = instant(Math.ceil((Date.now() + HOUR) / MINUTE) * MINUTE + nextMinute++ * MINUTE);
    await ReminderMinuteEntity.put({ minute, count: 3, expiresAt: Math.floor(Date.parse(minute) / 1000) }).go();
    for (const UnitSerNum of [worn.UnitSerNum, other]) {
      await remind(UnitSerNum, 'TestUnit');
      await ReminderEntity.patch({ UnitSerNum, Message: 'TestUnit' }).set({ countedIn: minute }).go();
    }
    expect((await leave(worn)).status).toBe(200);
    await expectFree([worn.UnitSerNum, other]);
    expect((await ReminderMinuteEntity.get({ minute }).go({ consistent: true })).data?.count).toBe(1);
  });

  it.each([
    ['archive', async (worn: Worn) => () => archive(worn)],
    [
      'erasure',
      async ({ CustomerKey: myLinkKey }: Worn) => {
        const { version } = await ask(customers.get, { myLinkKey, as });
        return () => call(customers.erase, { myLinkKey, version, as });
      },
    ],
  ])(
    'are deleted with ten units by the same %s again, though it dies before its second transaction each time',
    async (_what, actOf) => {
      const { worn, serials } = await tenUnits();
      const act = await actOf(worn);
      const statuses: number[] = [];
      while (statuses.at(-1) !== 200 && statuses.length < 10) {
        failTransactionsFrom(2);
        statuses.push((await act()).status);
      }
      failTransactionsFrom(Number.POSITIVE_INFINITY);
      expect(new Set(statuses.slice(0, -1))).toEqual(new Set([500]));
      expect([statuses.length > 3, statuses.at(-1)]).toEqual([true, 200]);
      await expectFree(serials);
    },
    60_000,
  );

  it('are kept by a customer whom somebody changes after an erasure that failed in between', async () => {
    const { worn, serials } = await tenUnits();
    const { CustomerKey: myLinkKey } = worn;
    const { version } = await ask(customers.get, { myLinkKey, as });
    const act = () => call(customers.erase, { myLinkKey, version, as });
    failTransactionsFrom(2);
    expect((await act()).status).toBe(500);
    failTransactionsFrom(Number.POSITIVE_INFINITY);
    expect(await ask(customers.get, { myLinkKey, as })).not.toHaveProperty('erasingFrom');
    await ask(customers.addName, { myLinkKey, FirstName: 'Ann', LastName: 'Willow', as });
    expect((await act()).status).toBe(409);
    expect((await ask(customers.get, { myLinkKey, as })).units).toHaveLength(serials.length - 1);
  }, 30_000);
});

describe('what else was for the wearer who left', () => {
  it('is not for the next one: the hub, also if a report of the former home comes late', async () => {
    const hub = { myHubStatus: 'On', myHubMACAddress: '02:57:4B:77:77:79', myHubDevType: 'Hub', myHubFirmVer: '1' };
    const worn = await aWornUnit({ UnitModel: 'myConnect' });
    const { UnitSerNum } = worn;
    const tells = (at: number) => unitChangeStore.recordHub(UnitSerNum, hub, instant(at));
    const stored = async () => (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data;
    await tells(Date.now() - HOUR);
    expect(await stored()).toMatchObject({ hub });
    await takeOff(worn);
    await tells(Date.now() - MINUTE);
    expect(await stored()).not.toHaveProperty('hub');
    await tells(Date.now() + MINUTE);
    expect(await stored()).toMatchObject({ hub });
  });

  it('is not for the next one: a message to be played ends, and the hub is forgotten until the unit tells of one', async () => {
    const hub = { myHubStatus: 'On', myHubMACAddress: '02:57:4B:77:77:78', myHubDevType: 'Hub', myHubFirmVer: '1' };
    const worn = await aWornUnit({ UnitModel: 'MXD-LTE' });
    const { UnitSerNum } = worn;
    await UnitEntity.patch({ UnitSerNum })
      .set({ hub, hubAt: instant(Date.now() - HOUR) })
      .go();
    const stored = async () => (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data!;
    const queue = async (at: number) =>
      queueMessage(await runningScope(as), await stored(), { MessageType: 'PLAYMULTITAG', content: {} }, at);
    await queue(Date.now() - MINUTE);
    expect(await syncQueueStore.list(await stored())).toHaveLength(1);
    await takeOff(worn);
    expect(await stored()).not.toHaveProperty('hub');
    expect(await syncQueueStore.list(await stored())).toEqual([]);
    const next = await queue(Date.now() + MINUTE);
    const due = await syncQueueStore.due(UnitSerNum, ['PLAYMULTITAG'], Date.now() + HOUR);
    expect(due.map(({ MessageKeyHex }) => MessageKeyHex)).toEqual([next]);
    expect(await stored()).toMatchObject({ syncQueued: 1 });
  });
});
