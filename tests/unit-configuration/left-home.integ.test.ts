import { beforeAll, describe, expect, it } from 'vitest';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { WEARER_LEFT } from '#core/consoles/messages.ts';
import { customers } from '#core/customers/contract.ts';
import { demoUnits } from '#core/demo-units/contract.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import { KEEPS_FORMER_HOME } from '#core/unit-configuration/sync-queue.ts';
import { units } from '#core/units/contract.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { allMessages } from '#data/unit-configuration/sync-messages.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 1, flags: ['UNIT_EDIT', 'CUSTOMER_EDIT', 'ADMIN', 'ENGINEER'] });
});

const HomeAddress = {
  ...{ Address1: '12 Willow Lane', Address2: '', City: 'Provo', State: 'UT', Zip: '84601', Country: 'USA' },
};
async function aWornUnit(UnitModel: UnitModel = 'myConnect') {
  const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel, UnitStatus: 5 });
  const { CustomerKey } = await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress, as });
  return { UnitSerNum, CustomerKey };
}
type Worn = Awaited<ReturnType<typeof aWornUnit>>;

const queued = async ({ UnitSerNum }: Pick<Worn, 'UnitSerNum'>) =>
  (await allMessages(UnitSerNum)).map(({ MessageType }) => MessageType);
const stored = async ({ UnitSerNum }: Pick<Worn, 'UnitSerNum'>) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data;
const deleteCustomer = ({ UnitSerNum, CustomerKey: key }: Worn) =>
  ask(caregivers.deleteCustomer, { UnitSerNum, key, as });
const takeOff = ({ UnitSerNum, CustomerKey: myLinkKey }: Worn) => ask(customers.remove, { myLinkKey, UnitSerNum, as });

describe('the home Wi-Fi of a wearable whose wearer leaves it', () => {
  it.each<[string, (worn: Worn) => Promise<unknown>]>([
    ['is deleted at the page of the unit', deleteCustomer],
    ['gives the unit back', takeOff],
    [
      'is archived',
      ({ CustomerKey: myLinkKey }) => ask(customers.changeAccountStatus, { myLinkKey, myLinkStatus: 24, as }),
    ],
    [
      'is erased',
      async ({ CustomerKey: myLinkKey }) => {
        const { version } = await ask(customers.get, { myLinkKey, as });
        await ask(customers.erase, { myLinkKey, version, as });
      },
    ],
  ])('is removed from the unit, and told to nobody before, if the customer %s', async (_how, leave) => {
    const worn = await aWornUnit();
    expect(await queued(worn)).toEqual([]);
    await leave(worn);
    expect(await queued(worn)).toEqual(['HOMEWIFIC']);
    expect(await stored(worn)).toMatchObject({ UnitStatus: 5, syncQueued: 1 });
    const { UnitSerNum } = worn;
    const asked = await call(unitActions.tcpMessage, { UnitSerNum, command: 'HOMEWIFIQ', as });
    expect(asked).toMatchObject({ status: 409, body: { message: KEEPS_FORMER_HOME } });
  });

  it('is removed from a demo unit that comes back, but not from one that goes to repair or out', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'myConnect Air', UnitStatus: 5 });
    const becomes = (UnitStatus: 5 | 9 | 33) => ask(demoUnits.updateMany, { units: [UnitSerNum], UnitStatus, as });
    await becomes(9);
    await becomes(33);
    expect(await queued({ UnitSerNum })).toEqual([]);
    await becomes(5);
    expect(await queued({ UnitSerNum })).toEqual(['HOMEWIFIC']);
    expect(await stored({ UnitSerNum })).toMatchObject({ UnitStatus: 5, syncQueued: 1 });
  });

  it('is that of the wearer who left last: the unit keeps a home that it records later', async () => {
    const worn = await aWornUnit();
    const began = Date.now();
    await deleteCustomer(worn);
    const [first] = await allMessages(worn.UnitSerNum);
    expect(Date.parse(String(first!.content.before))).toBeGreaterThanOrEqual(began);
    const next = await ask(caregivers.saveCustomer, { UnitSerNum: worn.UnitSerNum, HomeAddress, as });
    const left = Date.now();
    await takeOff({ ...worn, ...next });
    const [second, ...others] = await allMessages(worn.UnitSerNum);
    expect(others).toEqual([]);
    expect(Date.parse(String(second!.content.before))).toBeGreaterThanOrEqual(left);
    expect(await stored(worn)).toMatchObject({ syncQueued: 1 });
  });

  it('is removed for each wearer: anew while the unit works on the removal of the one before', async () => {
    const worn = await aWornUnit();
    await deleteCustomer(worn);
    const [first] = await allMessages(worn.UnitSerNum);
    const again = await ask(caregivers.saveCustomer, { UnitSerNum: worn.UnitSerNum, HomeAddress, as });
    await syncQueueStore.progress(worn.UnitSerNum, first!.MessageKeyHex);
    await takeOff({ ...worn, ...again });
    const [second, ...others] = await allMessages(worn.UnitSerNum);
    expect([second, others]).toMatchObject([{ MessageType: 'HOMEWIFIC', started: false }, []]);
    expect(second!.MessageKeyHex).not.toBe(first!.MessageKeyHex);
    expect(await stored(worn)).toMatchObject({ syncQueued: 1 });
  });

  it('does not exist in an MXD-LTE', async () => {
    const worn = await aWornUnit('MXD-LTE');
    await deleteCustomer(worn);
    expect(await queued(worn)).toEqual([]);
    expect(await stored(worn)).not.toHaveProperty('homeAskedAt');
  });
});

describe('a command that waits for a unit when its wearer leaves it', () => {
  const bridge = tableCommands(() => {});
  const give = async (UnitSerNum: string, command: string) =>
    (await ask(unitActions.tcpMessage, { UnitSerNum, command, as })).commandId;
  const endOf = async (UnitSerNum: string, commandId: string) => ({
    ...(await commandStore.ended(UnitSerNum, commandId)),
    audit: (await auditOf('unit', UnitSerNum)).findLast(({ action }) => action === 'end command')?.after,
  });

  it.each(['HOMEWIFIQ', 'CHIME 20'])('ends with its reason if it is %s', async (command) => {
    const worn = await aWornUnit();
    const { UnitSerNum } = worn;
    const commandId = await give(UnitSerNum, command);
    await takeOff(worn);
    await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress, as });
    expect(await bridge.sent(UnitSerNum, commandId)).toEqual({ refused: WEARER_LEFT });
    expect(await endOf(UnitSerNum, commandId)).toMatchObject({
      ...{ outcome: 'expired', audit: { outcome: 'expired', text: WEARER_LEFT } },
    });
    expect(await bridge.sent(UnitSerNum, commandId)).toBe('ended');
    // The next wearer gets what is given then.
    if (command !== 'HOMEWIFIQ') expect(await bridge.sent(UnitSerNum, await give(UnitSerNum, command))).toBe('marked');
  });

  it('reaches the unit if it is about the unit', async () => {
    const worn = await aWornUnit();
    const { UnitSerNum } = worn;
    const commandId = await give(UnitSerNum, 'forcePing');
    await takeOff(worn);
    expect(await bridge.sent(UnitSerNum, commandId)).toBe('marked');
  });

  it('does not tell the home to who may see both dealers if the unit moves meanwhile', async () => {
    const { UnitSerNum } = await aWornUnit();
    const commandId = await give(UnitSerNum, 'HOMEWIFIQ');
    await ask(units.moveToSubDealer, { UnitSerNum, UnitDealerKey: 220, NewDealerKey: 2201, as });
    expect(await bridge.sent(UnitSerNum, commandId)).toEqual({ refused: KEEPS_FORMER_HOME });
  });
});
