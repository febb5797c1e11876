import { beforeAll, describe, expect, it } from 'vitest';
import type { UnitEvent } from '#core/history/ping.ts';
import { sims } from '#core/sims/contract.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { holdOf } from '#data/interlock/safety-facts.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';
import { servedCarriers } from '../sims/served-carriers.ts';

const [USED, SPARE] = [iccidOf(0, 7101), iccidOf(0, 7102)] as const;
const { controlCenter } = await servedCarriers({
  controlCenter: [USED, SPARE].map((iccid) => simFor(iccid, { status: 'ACTIVATED' })),
  thingSpace: [],
});

let as: UserRecord;
let unit: UnitRecord;
let sequence = 0;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT', 'UNIT_EDIT'] });
  unit = await aUnit({
    ...{ dealer: 220, activeSimSlot: 0, ICCID1: USED, ICCID1State: 14, ActiveICCID: USED, ActiveState: 14 },
    ...{ ICCID2: SPARE, ICCID2State: 14 },
  });
});

async function alarm(ago: number, more: Pick<UnitEvent, 'eventType' | 'awaitsHandling'> = { eventType: 'Event 101' }) {
  sequence += 1;
  const at = instant(Date.now() - ago);
  const event = { timeStamp: at, receivedAt: at, sequence, ...more };
  await recordAlarm(unit.UnitSerNum, `1-${sequence}`, event, { once: false }, Date.now());
  return { UnitSerNum: unit.UnitSerNum, event: `${at}~${sequence}` };
}
const closeAll = async () => {
  const { data } = await AlarmEntity.query.alarm({ UnitSerNum: unit.UnitSerNum }).go();
  for (const { UnitSerNum, event } of data)
    await AlarmEntity.patch({ UnitSerNum, event })
      .set({ closedAt: instant(Date.now()) })
      .go();
};
const acknowledged = ['inoperable', 'activationFee', 'callerId'] as const;
const switchOff = (slot: 1 | 2, iccid: string) =>
  call(sims.changeState, { UnitSerNum: unit.UnitSerNum, slot, iccid, state: 15, acknowledged: [...acknowledged], as });

describe('while an alarm of the unit is open', () => {
  it('its line is not taken away, and the carrier is not asked; its other SIM may be switched off', async () => {
    await alarm(2 * HOUR);
    expect(await switchOff(1, USED)).toMatchObject({
      status: 409,
      body: {
        message: 'An alarm of the unit is open. What takes it out of reach has to wait: it may be needed for help',
      },
    });
    expect(controlCenter.sim(USED)?.status).toBe('ACTIVATED');
    expect((await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go()).data).toMatchObject({ ICCID1State: 14 });
    expect((await switchOff(2, SPARE)).status).toBe(200);
  });

  it('it is not restarted by a text message, but may be asked to connect', async () => {
    const text = (textMessage: string) =>
      call(sims.smsMessage, { UnitSerNum: unit.UnitSerNum, UnitModel: unit.UnitModel, textMessage, as });
    expect(await text('Reboot')).toMatchObject({ status: 409 });
    expect((await text('DoPing')).status).toBe(200);
  });

  it('when it is closed, the line may be taken after 15 minutes', async () => {
    await closeAll();
    await alarm(14 * MINUTE);
    await closeAll();
    expect((await switchOff(1, USED)).body.message).toMatch(/^The unit raised an alarm less than 15 minutes ago\. /);
    const now = Date.now() + 2 * MINUTE;
    expect(await holdOf('change of line', unit.UnitSerNum, now)).toBeUndefined();
  });
});

it.each(['Event 30', 'Event 302'])('an open %s that awaits an operator holds nothing back', async (eventType) => {
  await closeAll();
  const now = Date.now() + HOUR;
  const key = await alarm(0, { eventType, awaitsHandling: true });
  expect((await AlarmEntity.get(key).go()).data).toMatchObject({ listing: { eventType } });
  for (const work of ['update', 'change of line', 'takeover'] as const)
    expect(await holdOf(work, unit.UnitSerNum, now)).toBeUndefined();
});

it('an update that waits says why it is held back; other messages do not', async () => {
  const stored = (await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go()).data!;
  for (const MessageType of ['FIRMVER', 'RF'] as const)
    await syncQueueStore.add(scopeOf(as), stored, { MessageType, content: {} }, Date.now());
  const queued = async () => {
    const { messages } = await ask(unitConfiguration.syncQueue, { UnitSerNum: unit.UnitSerNum, as });
    return messages.map(({ MessageType, heldBack }) => [MessageType, heldBack]).sort();
  };
  await alarm(0);
  expect(await queued()).toEqual([
    ['FIRMVER', 'An alarm of the unit is open'],
    ['RF', undefined],
  ]);
});
