import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/contract.ts';
import { DAY, instant } from '#core/time.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import { units } from '#core/units/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { commandStore, WaitingCommandEntity } from '#data/consoles/commands.ts';
import { custodyStore } from '#data/consoles/custody.ts';
import { unitSwitchStore } from '#data/unit-actions/unit-switches.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity } from '#data/units/units.ts';
import { aBridgeThatAnswers } from '#support/a-bridge.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';

let as: UserRecord;
let engineer: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
  engineer = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'ENGINEER'] });
});

const detailOf = async (id: string) => (await ask(units.get, { id, as })).UnitDetailTable;
const actionsOf = async (UnitSerNum: string) => (await auditOf('unit', UnitSerNum)).map(({ action }) => action);

describe('the flags of a unit', () => {
  it('are reset one by one or together, once, with an audit entry [P2-C08 P2-B128 P2-B129]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, tcpFail: 6, downloadFail: 2 });
    expect(await ask(unitActions.resetFlags, { UnitSerNum, errorState: 0, as })).toEqual({
      UnitSerNum,
      tcpFail: 0,
      downloadFail: 2,
    });
    expect(await detailOf(UnitSerNum)).toMatchObject({ tcpFail: 0, downloadFail: 2 });
    await ask(unitActions.resetFlags, { UnitSerNum, downloadFail: 0, as });
    await ask(unitActions.resetFlags, { UnitSerNum, errorState: 0, downloadFail: 0, as });
    expect(await detailOf(UnitSerNum)).toMatchObject({ tcpFail: 0, downloadFail: 0 });
    expect(await auditOf('unit', UnitSerNum)).toMatchObject([
      { action: 'reset flags', dealerKey: 220, before: { tcpFail: 6 }, after: { tcpFail: 0 } },
      { action: 'reset flags', dealerKey: 220, before: { downloadFail: 2 }, after: { downloadFail: 0 } },
    ]);
  });

  it('are set by one call: the error state off, the failed download on [P3-C20]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, tcpFail: 6 });
    const asked = { UnitSerNum, action: 'reset', errorState: 0, downloadFail: 1 } as const;
    expect(await ask(unitActions.resetFlags, { ...asked, as })).toEqual({ UnitSerNum, tcpFail: 0, downloadFail: 1 });
    expect(await detailOf(UnitSerNum)).toMatchObject({ tcpFail: 0, downloadFail: 1 });
  });

  it('are not reset over a failure that came meanwhile', async () => {
    const was = await aUnit({ tcpFail: 6 });
    await UnitEntity.patch({ UnitSerNum: was.UnitSerNum }).set({ tcpFail: 7 }).go();
    await expect(unitSwitchStore.resetFlags(scopeOf(as), was, { tcpFail: 0 }, TODAY)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The unit changed meanwhile',
    });
    expect((await detailOf(was.UnitSerNum)).tcpFail).toBe(7);
    expect(await actionsOf(was.UnitSerNum)).toEqual([]);
  });
});

describe('connecting by SMS', () => {
  it("is allowed with '1' and forbidden with '0' [P2-C16 P2-E08]", async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, AllowSMSConnect: '1' });
    for (const AllowSMSConnect of ['0', '0', '1'] as const) {
      await ask(unitActions.allowSms, { UnitSerNum, AllowSMSConnect, as });
      expect((await detailOf(UnitSerNum)).AllowSMSConnect).toBe(AllowSMSConnect);
    }
    expect(await actionsOf(UnitSerNum)).toEqual(['allow SMS', 'allow SMS']);
  });

  it('of a unit that has another dealer meanwhile is not changed', async () => {
    const was = await aUnit({ dealer: 22, AllowSMSConnect: '1' });
    await UnitEntity.patch({ UnitSerNum: was.UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    await expect(unitSwitchStore.allowSms(scopeOf(as), was, '0', TODAY)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('the remote log of a unit', () => {
  it('is on for 7 days and off again, and the unit is told [P2-C17 P2-S36 P2-S37 P2-K15]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', RemoteLog: '0' });
    const { RemoteLog } = await ask(unitActions.allowRemoteLogging, { UnitSerNum, on: true, as });
    expect(Math.abs(Date.parse(RemoteLog) - Date.now() - 7 * DAY)).toBeLessThan(60_000);
    expect((await detailOf(UnitSerNum)).RemoteLog).toBe(RemoteLog);
    expect(await ask(unitActions.allowRemoteLogging, { UnitSerNum, on: false, as })).toEqual({
      UnitSerNum,
      RemoteLog: '0',
    });
    expect(await ask(unitActions.allowRemoteLogging, { UnitSerNum, on: false, as })).toMatchObject({ RemoteLog: '0' });
    expect((await detailOf(UnitSerNum)).RemoteLog).toBe('0');
    expect(await commandStore.waiting(UnitSerNum)).toMatchObject([
      { command: 'RemoteLog', arguments: { on: true }, givenBy: as.UserName },
      { command: 'RemoteLog', arguments: { on: false } },
    ]);
    expect((await actionsOf(UnitSerNum)).toSorted()).toEqual([
      'give command',
      'give command',
      'switch remote log',
      'switch remote log',
    ]);
  });

  it.each([
    ['0', true],
    ['2030-01-01T00:00:00Z', false],
  ])('stays %s if the bridge refuses the command', async (RemoteLog, on) => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', RemoteLog });
    const { address } = await aBridgeThatAnswers(429);
    await heldUnit(UnitSerNum, address);
    expect((await call(unitActions.allowRemoteLogging, { UnitSerNum, on, as })).status).toBe(429);
    expect((await detailOf(UnitSerNum)).RemoteLog).toBe(RemoteLog);
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
  });

  it('of a model without the command is stored alone', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'myConnect', RemoteLog: '0' });
    await ask(unitActions.allowRemoteLogging, { UnitSerNum, on: true, as });
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
  });
});

describe('a command to a connected unit', () => {
  const query = (UnitSerNum: string) => call(unitActions.tcpMessage, { UnitSerNum, command: 'Query', as });

  it('is sent to the bridge that holds it [P2-C38]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    const { address, orders } = await aBridgeThatAnswers(202);
    await heldUnit(UnitSerNum, address);
    const { body } = await query(UnitSerNum);
    expect(body.state).toBe('sent');
    expect(orders).toMatchObject([{ UnitSerNum, commandId: body.commandId, command: 'Query', arguments: {} }]);
  });

  it('waits if the bridge does not answer', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    await heldUnit(UnitSerNum, 'http://127.0.0.1:1');
    expect((await query(UnitSerNum)).body.state).toBe('waiting');
    expect(await commandStore.waiting(UnitSerNum)).toHaveLength(1);
  });

  it('is withdrawn if too many wait at the bridge', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    const { address } = await aBridgeThatAnswers(429);
    await heldUnit(UnitSerNum, address);
    expect((await query(UnitSerNum)).status).toBe(429);
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
  });
});

describe('a command', () => {
  it('to a unit that is away waits for 10 minutes, with its audit entry [P2-C38]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    const given = await ask(unitActions.tcpMessage, { UnitSerNum, command: ' speakervol  5 ', as });
    expect(given.state).toBe('waiting');
    expect(Math.abs(Date.parse(given.validUntil) - Date.now() - 600_000)).toBeLessThan(60_000);
    expect(await commandStore.waiting(UnitSerNum)).toMatchObject([
      { commandId: given.commandId, command: 'SpeakerVol', arguments: { level: 5 }, DealerKey: 22 },
    ]);
    expect(await auditOf('unit', UnitSerNum)).toMatchObject([
      { action: 'give command', dealerKey: 220, after: { command: 'SpeakerVol', level: 5 } },
    ]);
  });

  it.each([
    ['NoSuchThing', 'There is no command NoSuchThing'],
    ['SpeakerVol 10', 'The level must be a number from 1 to 9'],
  ])('is refused with a reason: %s', async (command, message) => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    expect(await call(unitActions.tcpMessage, { UnitSerNum, command, as })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'command', message }] },
    });
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
  });

  it('for engineers is unknown to others', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    const command = 'MakeEvent 3';
    expect((await call(unitActions.tcpMessage, { UnitSerNum, command, as })).status).toBe(422);
    expect((await call(unitActions.tcpMessage, { UnitSerNum, command, as: engineer })).status).toBe(200);
  });
});

describe('every call that gives a unit a command', () => {
  const aVoiceUnit = () => aUnit({ dealer: 220, UnitModel: 'MXD-LTE', RemoteLog: '0' });
  const CALLS: readonly [string, (UnitSerNum: string, on?: boolean) => Promise<{ status: number; body: unknown }>][] = [
    ['tcpMessage', (UnitSerNum) => call(unitActions.tcpMessage, { UnitSerNum, command: 'SpeakerVol 5', as })],
    ['simulationType', (UnitSerNum) => call(unitActions.simulationType, { UnitSerNum, SimulationType: 'Ready', as })],
    ['allowRemoteLogging', (UnitSerNum, on = true) => call(unitActions.allowRemoteLogging, { UnitSerNum, on, as })],
  ];

  it('is among these: they can end with TOO_MANY', () => {
    const commanding = Object.entries<Endpoint>(unitActions).filter(([, { errors = [] }]) =>
      errors.includes('TOO_MANY'),
    );
    expect(commanding.map(([name]) => name).sort()).toEqual(CALLS.map(([name]) => name).sort());
  });

  it.each(CALLS)(
    'is refused while somebody else holds the console, and not while the caller does: %s',
    async (_, give) => {
      const { UnitSerNum } = await aVoiceUnit();
      const unit = { UnitSerNum, DealerKey: 220 };
      const held = (user: UserRecord) =>
        custodyStore.act(
          { scope: scopeOf(user), connectionId: `of ${user.UserKey}`, unit, handlesAlarm: true },
          'take',
          Date.now(),
        );
      await held(engineer);
      const { fullName } = scopeOf(engineer).actor;
      expect(await give(UnitSerNum)).toMatchObject({
        status: 409,
        body: { message: `${fullName} handles an alarm of this unit. You can follow.` },
      });
      expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
      expect((await detailOf(UnitSerNum)).RemoteLog).toBe('0');
      expect((await call(unitActions.tcpMessage, { UnitSerNum, command: 'Query', as })).status).toBe(200);
      await held(as);
      expect((await give(UnitSerNum)).status).toBe(200);
    },
  );

  it.each(CALLS)('is refused if 20 commands wait, also for a unit that is away: %s', async (_, give) => {
    const { UnitSerNum } = await aVoiceUnit();
    const fill = { UnitSerNum, command: 'Query', as };
    for (let count = 0; count < 20; count++) await ask(unitActions.tcpMessage, fill);
    expect(await give(UnitSerNum)).toMatchObject({
      status: 429,
      body: { message: 'Too many commands wait for the unit. Try again in a moment' },
    });
    expect(await commandStore.waiting(UnitSerNum)).toHaveLength(20);
    for (const { commandId } of await commandStore.waiting(UnitSerNum))
      await WaitingCommandEntity.patch({ UnitSerNum, commandId }).set({ validUntil: Date.now() }).go();
    expect((await give(UnitSerNum)).status).toBe(200);
    expect(await commandStore.waiting(UnitSerNum)).toHaveLength(1);
    expect((await auditOf('unit', UnitSerNum)).filter(({ action }) => action === 'end command')).toHaveLength(20);
  });
});

describe('a restart', () => {
  it.each([
    ['MXD-LTE', 'Reboot'],
    ['myConnect', 'reboot'],
  ] as const)('of a %s that is asked for four times at once is one command', async (UnitModel, command) => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask(unitActions.tcpMessage, { UnitSerNum, command, as })),
    );
    const waiting = await commandStore.waiting(UnitSerNum);
    expect(waiting).toMatchObject([{ command }]);
    expect(new Set(answers.map(({ commandId }) => commandId))).toEqual(new Set([waiting[0]!.commandId]));
    expect((await actionsOf(UnitSerNum)).filter((action) => action === 'give command')).toHaveLength(1);
  });

  it('that no bridge took is offered to the bridge again when it is asked for again', async () => {
    const { address, orders } = await aBridgeThatAnswers(202);
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    const give = () => ask(unitActions.tcpMessage, { UnitSerNum, command: 'Reboot', as });
    const { commandId, state } = await give();
    expect(state).toBe('waiting');
    await heldUnit(UnitSerNum, address);
    expect(await give()).toMatchObject({ commandId, state: 'sent' });
    await commandStore.markSent(UnitSerNum, commandId, Date.now(), async () => undefined);
    expect(await give()).toMatchObject({ commandId, state: 'sent' });
    expect(orders).toMatchObject([{ UnitSerNum, commandId }]);
    expect(await commandStore.waiting(UnitSerNum)).toHaveLength(1);
  });

  it('that has ended is given again, and one of another person beside it', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    const give = (by = as) => ask(unitActions.tcpMessage, { UnitSerNum, command: 'Reboot', as: by });
    const { commandId } = await give();
    await commandStore.end(UnitSerNum, commandId, { outcome: 'done' }, Date.now());
    await give();
    await give(engineer);
    const waiting = await commandStore.waiting(UnitSerNum);
    expect(waiting.map(({ givenBy }) => givenBy).sort()).toEqual([as.UserName, engineer.UserName].sort());
    expect(waiting.some((one) => one.commandId === commandId)).toBe(false);
  });
});

describe('the working mode', () => {
  it('is changed by a command [P2-C10]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    await ask(unitActions.simulationType, { UnitSerNum, SimulationType: 'Pairing', zone: 3, as });
    expect(await commandStore.waiting(UnitSerNum)).toMatchObject([
      { command: 'GoToMode', arguments: { mode: 'Pairing', zone: 3 } },
    ]);
  });

  it('does not exist for a wearable', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'myConnect' });
    expect(await call(unitActions.simulationType, { UnitSerNum, SimulationType: 'Ready', as })).toMatchObject({
      status: 409,
      body: { message: 'A myConnect has no modes' },
    });
  });
});

describe('a new battery', () => {
  it('is recorded, and its data come with the next ping [P2-C09]', async () => {
    const lastPing = { lastPingTime: '2026-11-20T00:00:00Z', pingReason: 'Scheduled' };
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', lastPing });
    const { at } = await ask(unitActions.changeBattery, { UnitSerNum, battery: 1, newBatt: 1, as });
    expect((await detailOf(UnitSerNum)).newBattery).toEqual({ battery: 1, at, awaitsData: true });
    expect(await auditOf('unit', UnitSerNum)).toMatchObject([
      { action: 'change battery', dealerKey: 220, after: { newBattery: 1, newBatteryAt: at } },
    ]);
    const ping = { ...lastPing, lastPingTime: instant(Date.parse(at) + 1000) };
    await UnitEntity.patch({ UnitSerNum }).set({ lastPing: ping }).go();
    expect((await detailOf(UnitSerNum)).newBattery).toEqual({ battery: 1, at, awaitsData: false });
    const again = await ask(unitActions.changeBattery, { UnitSerNum, battery: 1, as });
    expect((await detailOf(UnitSerNum)).newBattery).toMatchObject({ at: again.at });
  });

  it('is one that the model has, by the battery map [P2-C18]', async () => {
    const { batteries } = await ask(unitActions.batteryMap, { as });
    expect(batteries).toEqual([
      { battery: 1, name: 'Backup battery', models: ['MXD-LTE'] },
      { battery: 2, name: 'Rechargeable battery', models: ['myConnect', 'myConnect Air'] },
    ]);
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'myConnect' });
    expect(await call(unitActions.changeBattery, { UnitSerNum, battery: 1, as })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'battery', message: 'A myConnect has no such battery' }] },
    });
    expect((await detailOf(UnitSerNum)).newBattery).toBeUndefined();
    expect(await actionsOf(UnitSerNum)).toEqual([]);
  });

  it('of a unit that has another dealer meanwhile is not recorded', async () => {
    const was = await aUnit({ dealer: 22 });
    await UnitEntity.patch({ UnitSerNum: was.UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    await expect(unitSwitchStore.changeBattery(scopeOf(as), was, 1, TODAY)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('missing voice files', () => {
  it('wait as one message in the sync queue, however often they are asked for [P2-C35]', async () => {
    const unit = await aUnit({ dealer: 220 });
    const { UnitSerNum } = unit;
    const { MessageKeyHex } = await ask(unitActions.downloadMissingVoiceFiles, { UnitSerNum, as });
    expect(await ask(unitActions.downloadMissingVoiceFiles, { UnitSerNum, as })).toMatchObject({ MessageKeyHex });
    expect(await syncQueueStore.list(unit)).toMatchObject([
      { MessageKeyHex, MessageType: 'SPEECH', content: { missing: true } },
    ]);
    expect(await actionsOf(UnitSerNum)).toEqual(['queue message', 'join queued message']);
    await syncQueueStore.end(UnitSerNum, MessageKeyHex);
    expect((await ask(unitActions.downloadMissingVoiceFiles, { UnitSerNum, as })).MessageKeyHex).not.toBe(
      MessageKeyHex,
    );
  });

  it('that several ask for at once wait as one message', async () => {
    const unit = await aUnit({ dealer: 220 });
    const { UnitSerNum } = unit;
    const answers = await Promise.all(
      [as, as, engineer, engineer].map((one) => ask(unitActions.downloadMissingVoiceFiles, { UnitSerNum, as: one })),
    );
    const waiting = await syncQueueStore.list(unit);
    expect(waiting).toHaveLength(1);
    expect(new Set(answers.map(({ MessageKeyHex }) => MessageKeyHex))).toEqual(new Set([waiting[0]!.MessageKeyHex]));
    expect((await actionsOf(UnitSerNum)).sort()).toEqual([...Array(3).fill('join queued message'), 'queue message']);
  });
});
