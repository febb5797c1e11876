import { describe, expect, it } from 'vitest';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { loggedTest } from '#core/history/unit-test.ts';
import { ota } from '#core/ota/contract.ts';
import { rollouts } from '#core/rollouts/contract.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { CallEntity, EventEntity, logItem } from '#data/history/unit-log.ts';
import { RolloutUnitEntity } from '#data/rollouts/entities.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { HearingEntity } from '#data/units/hearing.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { byAStranger, changeSignature } from '#support/stored-signature.ts';
import { aPlan } from './a-rollout.ts';

import {
  act,
  anEngineer,
  aRunningRollout,
  aSignedVersion,
  change,
  counter,
  inState,
  isHeard,
  listed,
  messageOf,
  OLD,
  oneStage,
  pings,
  read,
  reports,
  run,
  runAt,
  START,
  someUnits,
  storedFirmware,
  testsOfRollouts,
  theOldVersion,
  updates,
} from './support.ts';

testsOfRollouts();

describe('a rollout', () => {
  it('needs a second person', async () => {
    const proposer = await anEngineer();
    const { FirmVerKey } = await aSignedVersion(proposer);
    const { rolloutId } = await ask(rollouts.propose, { ...aPlan({ FirmVerKey }), as: proposer });
    expect((await read(rolloutId, proposer)).mayApprove).toBe(false);
    const own = await call(rollouts.act, { rolloutId, action: 'approve', revision: 0, as: proposer });
    expect([own.status, own.body.message]).toEqual([403, 'A second person must approve a rollout']);
    const second = await anEngineer();
    expect((await read(rolloutId, second)).mayApprove).toBe(true);
    expect(await ask(rollouts.act, { rolloutId, action: 'approve', revision: 0, as: second })).toMatchObject({
      state: 'running',
      approvedBy: { at: instant(START) },
    });
    const late = await call(rollouts.act, { rolloutId, action: 'pause', revision: 0, as: proposer });
    expect(late.status).toBe(409);
    expect((await auditOf('rollout', rolloutId)).map(({ action }) => action).sort()).toEqual([
      'approve rollout',
      'propose rollout',
    ]);
  });

  it('nobody approves whose right was taken a moment ago', async () => {
    const [proposer, second] = await Promise.all([anEngineer(), anEngineer()]);
    const { FirmVerKey } = await aSignedVersion(proposer);
    const { rolloutId } = await ask(rollouts.propose, { ...aPlan({ FirmVerKey }), as: proposer });
    expect((await read(rolloutId, second)).mayApprove).toBe(true);
    // The session of the second person is in a cache for half a minute.
    await UserEntity.patch({ UserKey: second.UserKey }).set({ flags: [] }).go();
    const refused = await call(rollouts.act, { rolloutId, action: 'approve', revision: 0, as: second });
    expect([refused.status, refused.body.message]).toEqual([403, 'You do not have access to this']);
    expect((await read(rolloutId, proposer)).state).toBe('proposed');
  });

  it('refuses a version that is not there, not signed, signed by a stranger, or of a part', async () => {
    const as = await anEngineer();
    const part = await ask(ota.create, {
      ...{ unitModel: 'MXD-LTE', firmVerType: 'Telit', version: `8.9.${process.pid}`, as },
      file: await storedFirmware(as, 'part'),
    });
    const unsigned = await ask(ota.create, {
      unitModel: 'MXD-LTE',
      firmVerType: 'MXDLTE',
      version: `8.8.${process.pid}`,
      as,
    });
    const foreign = await aSignedVersion(as);
    await changeSignature(foreign, byAStranger);
    for (const [FirmVerKey, message] of [
      [foreign.FirmVerKey, 'This version is signed with another key. The key of this portal must sign it first'],
      ['MXD-LTE/MXDLTE/0.0.0', 'There is no such version'],
      [unsigned.FirmVerKey, 'The file of this version is not signed yet'],
      [part.FirmVerKey, 'A rollout brings the firmware of the unit itself, not of one of its parts'],
    ]) {
      const answer = await call(rollouts.propose, { ...aPlan({ FirmVerKey }), as });
      expect([answer.status, answer.body.issues]).toEqual([422, [{ path: 'FirmVerKey', message }]]);
    }
  });

  it('goes from the canary to all others, and is finished', async () => {
    const { tag, serials, units } = await someUnits(5);
    const [other] = (await someUnits(1)).serials;
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag);
    for (const { UnitSerNum } of units) await pings(UnitSerNum, START - 6 * HOUR, START + 9 * HOUR);
    await runAt(START);
    const canaries = await inState(rolloutId, 'sent', as);
    expect(canaries).toHaveLength(2);
    expect(serials).toEqual(expect.arrayContaining(canaries));
    expect(await messageOf(canaries[0]!)).toMatchObject({
      MessageType: 'FIRMVER',
      content: { version: version.version },
      rollout: { rolloutId, isReturn: false },
    });
    // A canary that is not done keeps all others from their turn.
    await updates(canaries[0]!, version.version);
    await runAt(START + HOUR);
    await runAt(START + 2 * HOUR + 40 * MINUTE);
    expect(await inState(rolloutId, 'done', as)).toEqual([canaries[0]]);
    expect((await read(rolloutId, as)).stage).toBe(0);
    await updates(canaries[1]!, version.version);
    await runAt(START + 3 * HOUR + 50 * MINUTE);
    expect(await inState(rolloutId, 'watched', as)).toEqual([canaries[1]]);
    await runAt(START + 5 * HOUR + 30 * MINUTE, 5);
    const others = serials.filter((one) => !canaries.includes(one));
    expect(await read(rolloutId, as)).toMatchObject({
      ...{ state: 'running', stage: 1 },
      counts: [{ done: 2 }, { sent: 3 }],
      health: { compared: 2 },
    });
    expect(await inState(rolloutId, 'sent', as)).toEqual(others);
    for (const one of others) await updates(one, version.version);
    await runAt(START + 7 * HOUR);
    await runAt(START + 9 * HOUR);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'finished', counts: [{ done: 2 }, { done: 3 }] });
    expect(await messageOf(other!)).toBeUndefined();
  });

  it('pauses by itself when units do worse, and everything that waits is held back at once', async () => {
    const { tag, serials } = await someUnits(5);
    const {
      rolloutId,
      version,
      proposer: as,
    } = await aRunningRollout(tag, {
      ...oneStage(tag, { watchHours: 48 }),
    });
    for (const one of serials) await pings(one, START - 20 * HOUR, START);
    await runAt(START);
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
    const [waits, ...bad] = serials;
    const { MessageKeyHex } = (await messageOf(waits!))!;
    const ofUnit = { UnitSerNum: waits!, UnitModel: 'MXD-LTE' } as const;
    expect((await storedDownloads.waiting(ofUnit, MessageKeyHex))?.heldBack).toBeUndefined();
    // These restart in circles after the update.
    for (const one of bad) {
      await updates(one, version.version);
      const boot = counter();
      await pings(one, START + 10 * MINUTE, START + 6 * HOUR, () => boot() + 10);
    }
    for (let hour = 1; hour <= 5; hour++) await runAt(START + hour * HOUR, 1);
    const paused = await read(rolloutId, as);
    expect(paused).toMatchObject({ state: 'paused', reason: 'Restarts in circles: 4 of 4 units do worse than before' });
    expect(paused.health.troubles).toContainEqual({
      trouble: 'restarts',
      label: 'Restarts in circles',
      worse: 4,
      better: 0,
    });
    expect(await auditOf('rollout', rolloutId)).toContainEqual(
      expect.objectContaining({ action: 'pause rollout', actorKey: 'system' }),
    );
    expect((await storedDownloads.waiting(ofUnit, MessageKeyHex))?.heldBack).toBe('Its rollout is not running');
    expect(await syncQueueStore.due(waits!, ['FIRMVER'], Date.now())).toEqual([]);
    const pending = await ask(ota.checkForUpdates, { UnitSerNum: waits!, as });
    expect(pending.messages).toMatchObject([{ MessageType: 'FIRMVER', heldBack: 'Its rollout is not running' }]);

    // Somebody who resumes it accepts what is known.
    await act(rolloutId, 'resume', as);
    await runAt(START + 5 * HOUR + 10 * MINUTE, 1);
    expect((await read(rolloutId, as)).state).toBe('running');
    expect((await storedDownloads.waiting(ofUnit, MessageKeyHex))?.heldBack).toBeUndefined();
  });

  it('pauses when units begin the update and are not heard any more', async () => {
    const { tag, serials } = await someUnits(4);
    const { rolloutId, proposer: as } = await aRunningRollout(tag, {
      ...oneStage(tag),
    });
    for (const one of serials) await pings(one, START - 20 * HOUR, START);
    await runAt(START);
    // One has not begun: it is silent for a reason of its own.
    for (const one of serials.slice(1)) await syncQueueStore.progress(one, (await messageOf(one))!.MessageKeyHex);
    await runAt(START + HOUR, 1);
    expect((await read(rolloutId, as)).state).toBe('running');
    for (let half = 3; half <= 6; half++) await runAt(START + half * (HOUR / 2), 1);
    expect(await read(rolloutId, as)).toMatchObject({
      state: 'paused',
      reason: 'Missed pings: 3 of 3 units do worse than before',
      counts: [{ sent: 4 }],
    });
  });

  it('fails a unit that says it is done, but reports another version', async () => {
    const { tag, serials } = await someUnits(3);
    const { rolloutId, proposer: as } = await aRunningRollout(tag, {
      ...oneStage(tag),
    });
    await runAt(START);
    for (const one of serials) await reports(one, (await messageOf(one))!.MessageKeyHex, 'done', START + MINUTE);
    await runAt(START + 10 * MINUTE, 1);
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
    // Units without coverage after their restart may have it.
    await runAt(START + 2 * HOUR, 1);
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
    for (const one of serials) await isHeard(one, START + 2 * HOUR);
    await runAt(START + 4 * HOUR, 1);
    const items = await listed(rolloutId, 'failed', as);
    expect(items.map(({ reason }) => reason)).toEqual(
      serials.map(() => 'The unit told that the update is done, but reports another version'),
    );
    expect(await read(rolloutId, as)).toMatchObject({ state: 'paused', reason: 'The update failed on 3 of 3 units' });
  });

  it('does not go on from a stage that tells nothing, until somebody resumes it all the same', async () => {
    const { tag } = await someUnits(3);
    const { rolloutId, proposer: as } = await aRunningRollout(tag, { mostTries: 1 });
    await runAt(START);
    for (const one of await inState(rolloutId, 'sent', as))
      await reports(one, (await messageOf(one))!.MessageKeyHex, 'failed', START + MINUTE);
    await runAt(START + 10 * MINUTE);
    const paused = await read(rolloutId, as);
    expect(paused).toMatchObject({
      state: 'paused',
      reason: 'No unit of the stage Canary has done the update',
      stage: 0,
    });
    await act(rolloutId, 'resume', as);
    await runAt(START + 20 * MINUTE);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'running', counts: [{ failed: 2 }, { sent: 1 }] });
  });

  it('takes silent units only in its last stage, and none with a newer version', async () => {
    const { tag, serials } = await someUnits(3);
    const [silent, newer, heard] = serials as [string, string, string];
    await change(silent, { lastPing: { lastPingTime: instant(START - DAY), pingReason: 'Scheduled' } });
    await change(newer, { FirmVer: '9.0.1_beta' });
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag);
    for (const one of serials) await pings(one, START - 6 * HOUR, START + 5 * HOUR);
    await runAt(START);
    expect((await read(rolloutId, as)).counts).toEqual([{ sent: 1 }, {}]);
    await updates(heard, version.version);
    await runAt(START + 10 * MINUTE);
    await runAt(START + 3 * HOUR, 4);
    expect((await read(rolloutId, as)).counts).toEqual([{ done: 1 }, { sent: 1 }]);
    expect(await inState(rolloutId, 'sent', as)).toEqual([silent]);
  });

  it('waits until another update of the unit is done', async () => {
    const { tag, serials } = await someUnits(1);
    const { rolloutId, proposer: as } = await aRunningRollout(tag);
    const { data: unit } = await UnitEntity.get({ UnitSerNum: serials[0]! }).go();
    const rights = { ...SYSTEM, dealerKey: 1 } as unknown as Parameters<typeof queueMessage>[0];
    const other = await queueMessage(rights, unit as UnitRecord, { MessageType: 'FIRMVER', content: {} }, START);
    await runAt(START);
    expect(await listed(rolloutId, 'waiting', as)).toMatchObject([
      { reason: 'Another update waits for the unit', nextAt: instant(START + HOUR) },
    ]);
    await syncQueueStore.end(serials[0]!, other);
    await runAt(START + HOUR);
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
  });

  it('tries a unit that failed again after a rest, and leaves it alone in the end', async () => {
    const { tag, serials } = await someUnits(1);
    const [UnitSerNum] = serials;
    const { rolloutId, proposer: as } = await aRunningRollout(tag, {
      ...oneStage(tag),
      ...{ mostTries: 2, coolOffHours: 2 },
    });
    await runAt(START);
    const first = (await messageOf(UnitSerNum!))!;
    await reports(UnitSerNum!, first.MessageKeyHex, 'failed', START + 10 * MINUTE);
    await reports(UnitSerNum!, first.MessageKeyHex, 'failed', START + 11 * MINUTE);
    expect(await listed(rolloutId, 'waiting', as)).toMatchObject([
      { tries: 1, nextAt: instant(START + 2 * HOUR + 10 * MINUTE), reason: 'The unit told that the update failed' },
    ]);
    await runAt(START + 2 * HOUR);
    expect(await messageOf(UnitSerNum!)).toBeUndefined();
    await runAt(START + 2 * HOUR + 10 * MINUTE);
    const second = (await messageOf(UnitSerNum!))!;
    expect(second.MessageKeyHex).not.toBe(first.MessageKeyHex);
    // The failure of the first try comes once more, late.
    await reports(UnitSerNum!, first.MessageKeyHex, 'failed', START + 3 * HOUR);
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
    await reports(UnitSerNum!, second.MessageKeyHex, 'failed', START + 3 * HOUR);
    expect(await inState(rolloutId, 'failed', as)).toEqual(serials);
    await runAt(START + 4 * HOUR, 4);
    expect((await read(rolloutId, as)).state).toBe('finished');
  });

  it('leaves a unit alone whose update somebody cancelled, and one that never takes it', async () => {
    const { tag, serials } = await someUnits(2);
    const { rolloutId, proposer: as } = await aRunningRollout(tag);
    await runAt(START);
    const { MessageKeyHex } = (await messageOf(serials[0]!))!;
    await ask(ota.cancel, { serialNumber: serials[0]!, MessageKey: MessageKeyHex, as });
    await runAt(START + HOUR);
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
    await runAt(START + 2 * HOUR + 10 * MINUTE);
    expect(await listed(rolloutId, 'cancelled', as)).toMatchObject([
      { UnitSerNum: serials[0], reason: 'Somebody cancelled the update of this unit' },
    ]);
    await runAt(START + 7 * DAY + 2 * HOUR, 4);
    expect(await listed(rolloutId, 'cancelled', as)).toMatchObject([
      { UnitSerNum: serials[0] },
      { UnitSerNum: serials[1], reason: 'The unit did not take the update within 7 days' },
    ]);
    expect(await messageOf(serials[1]!)).toBeUndefined();
  });

  it('waits for the window of the unit, its network and its switch', async () => {
    const { tag, serials } = await someUnits(3, { ActiveCarrier: 1 });
    await UnitEntity.patch({ UnitSerNum: serials[1]! }).set({ ActiveCarrier: 0 }).go();
    await UnitEntity.patch({ UnitSerNum: serials[2]! }).set({ AllowOTAUpdate: 0 }).go();
    const { rolloutId, proposer: as } = await aRunningRollout(tag, {
      ...oneStage(tag),
      window: { from: '10:00', to: '15:00' },
      networks: [1],
    });
    await runAt(START);
    const items = await listed(rolloutId, 'waiting', as);
    // 10 o'clock in Los Angeles, where the unit without an address may be.
    const opening = Date.UTC(2026, 10, 24, 18);
    expect(Object.fromEntries(items.map(({ UnitSerNum, nextAt, reason }) => [UnitSerNum, [reason, nextAt]]))).toEqual({
      [serials[0]!]: ['The maintenance window is closed', instant(opening)],
      [serials[1]!]: ['The unit is not on a network of the rollout', expect.any(String)],
      [serials[2]!]: ['Updates over the air are switched off for this unit', expect.any(String)],
    });
    await runAt(opening);
    expect(await inState(rolloutId, 'sent', as)).toEqual([serials[0]]);
    const { MessageKeyHex } = (await messageOf(serials[0]!))!;
    const held = async (now: number) => {
      setClock(now);
      const file = await storedDownloads.waiting({ UnitSerNum: serials[0]!, UnitModel: 'MXD-LTE' }, MessageKeyHex);
      return file?.heldBack;
    };
    expect(await held(opening + HOUR)).toBeUndefined();
    // 15 o'clock in New York.
    expect(await held(Date.UTC(2026, 10, 24, 20))).toBe('The maintenance window of its rollout is closed');
    await UnitEntity.patch({ UnitSerNum: serials[0]! }).set({ ActiveCarrier: 0 }).go();
    expect(await held(Date.UTC(2026, 10, 25, 18, 30))).toBe('The unit is not on a network of its rollout');
  });

  it('leaves out a unit that went to another dealer while it waited', async () => {
    const { tag, serials } = await someUnits(1, { dealer: 220 } as object);
    const { rolloutId, proposer: as } = await aRunningRollout(tag, {
      ...oneStage(tag, { DealerKey: 22 }),
      window: { from: '10:00', to: '15:00' },
    });
    await runAt(START);
    expect(await inState(rolloutId, 'waiting', as)).toEqual(serials);
    await UnitEntity.patch({ UnitSerNum: serials[0]! }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    await runAt(Date.UTC(2026, 10, 24, 18));
    expect(await listed(rolloutId, 'skipped', as)).toMatchObject([
      { UnitSerNum: serials[0], reason: 'The unit belongs to another dealer now' },
    ]);
    expect(await messageOf(serials[0]!)).toBeUndefined();
  });

  it('keeps its pace', async () => {
    const { tag } = await someUnits(6);
    const { rolloutId, proposer: as } = await aRunningRollout(tag, {
      ...oneStage(tag),
      unitsPerHour: 60,
    });
    const sent: number[] = [];
    for (let minute = 0; minute < 6; minute++) {
      await runAt(START + minute * MINUTE, 1);
      sent.push((await inState(rolloutId, 'sent', as)).length);
    }
    expect(sent.at(-1)).toBeGreaterThanOrEqual(5);
    for (const [minute, count] of sent.entries()) expect(count).toBeLessThanOrEqual(minute + 2);
  });

  it.each([
    ['was disabled', { UserStatus: 0 }],
    ['lost the flag', { flags: ['UNIT', 'UNIT_EDIT'] }],
    ['went to another dealer', { DealerKey: 22, dealerPath: '/1/22/' }],
  ])('pauses when who proposed it may not send updates any more: %s', async (_, loss) => {
    const { tag, serials } = await someUnits(1);
    const { rolloutId, proposer, approver } = await aRunningRollout(tag);
    await UserEntity.put({ ...proposer, ...loss } as never).go();
    await runAt(START, 1);
    expect(await read(rolloutId, approver)).toMatchObject({
      state: 'paused',
      reason: 'Who started it may not send updates any more',
    });
    // Who resumes it answers for it.
    await ask(rollouts.act, { rolloutId, action: 'resume', revision: 2, as: approver });
    await runAt(START + MINUTE, 2);
    expect(await inState(rolloutId, 'sent', approver)).toEqual(serials);
  });

  it('is ended: what waits is taken back, and who has the version keeps it', async () => {
    const { tag, serials } = await someUnits(4);
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag);
    await runAt(START);
    const sent = await inState(rolloutId, 'sent', as);
    await updates(sent[0]!, version.version);
    await runAt(START + 10 * MINUTE, 1);
    await act(rolloutId, 'end', as);
    await runAt(START + 20 * MINUTE);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'ended', counts: [{ done: 1, failed: 1 }, {}] });
    for (const one of serials) expect(await messageOf(one)).toBeUndefined();
  });

  it('is rolled back: units get the version that they had', async () => {
    const { tag } = await someUnits(3);
    const {
      rolloutId,
      version,
      proposer: as,
    } = await aRunningRollout(tag, {
      ...oneStage(tag, { watchHours: 24 }),
    });
    await theOldVersion(as);
    await runAt(START);
    const [first, second, third] = await inState(rolloutId, 'sent', as);
    for (const one of [first!, second!]) await updates(one, version.version);
    await runAt(START + 10 * MINUTE, 1);
    // The version that this one had is not there any more.
    await RolloutUnitEntity.patch({ rolloutId, UnitSerNum: second! }).set({ from: '1.1.1' }).go();
    await act(rolloutId, 'rollBack', as);
    await runAt(START + 20 * MINUTE);
    expect(await messageOf(third!)).toBeUndefined();
    expect(await messageOf(first!)).toMatchObject({ content: { version: OLD }, rollout: { isReturn: true } });
    expect(await syncQueueStore.due(first!, ['FIRMVER'], Date.now())).toHaveLength(1);
    expect(await listed(rolloutId, 'notReturned', as)).toMatchObject([
      { UnitSerNum: second, reason: 'There is no version 1.1.1 to go back to' },
    ]);
    await updates(first!, OLD);
    await runAt(START + 2 * HOUR);
    // The third one may have installed the version before its message was taken back: nobody has heard of it since.
    expect(await read(rolloutId, as)).toMatchObject({ state: 'rollingBack', counts: [{ returning: 1 }] });
    await isHeard(third!, START + 3 * HOUR);
    await runAt(START + 4 * HOUR);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'rolledBack', counts: [{ returned: 2, notReturned: 1 }] });
  });

  it('brings back a unit that had the version before its message was taken back, and told it late', async () => {
    const { tag } = await someUnits(1);
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag);
    await theOldVersion(as);
    await runAt(START);
    const [unit] = await inState(rolloutId, 'sent', as);
    await act(rolloutId, 'rollBack', as);
    await runAt(START + 20 * MINUTE);
    await runAt(START + 2 * HOUR);
    expect(await inState(rolloutId, 'returning', as)).toEqual([unit]);
    await change(unit!, { FirmVer: version.version });
    await isHeard(unit!, START + 3 * HOUR);
    await runAt(START + 4 * HOUR);
    expect(await messageOf(unit!)).toMatchObject({ content: { version: OLD }, rollout: { isReturn: true } });
  });

  it('compares nothing during an outage of the portal, and blames no unit for it', async () => {
    const { tag, serials } = await someUnits(3);
    const {
      rolloutId,
      version,
      proposer: as,
    } = await aRunningRollout(tag, {
      ...oneStage(tag, { watchHours: 2 }),
    });
    for (const one of serials) await pings(one, START - 12 * HOUR, START + HOUR);
    await HearingEntity.put({ heardUntil: START + HOUR, outages: [] }).go();
    await runAt(START);
    for (const one of serials) await updates(one, version.version);
    await runAt(START + 10 * MINUTE);
    await runAt(START + 9 * HOUR);
    expect(await inState(rolloutId, 'watched', as)).toEqual(serials);
    const outage = { from: START + HOUR, to: START + 10 * HOUR };
    await HearingEntity.put({ heardUntil: START + 11 * HOUR, outages: [outage] }).go();
    await runAt(START + 11 * HOUR);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'finished', counts: [{ done: 3 }] });
  });

  it('does nothing twice when two runs work at once', async () => {
    const { tag, serials } = await someUnits(4);
    const { rolloutId, proposer: as } = await aRunningRollout(tag, {
      ...oneStage(tag),
    });
    for (let minute = 0; minute < 4; minute++) {
      setClock(START + minute * MINUTE);
      await Promise.all([run(), run()]);
    }
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
    expect((await read(rolloutId, as)).counts).toEqual([{ sent: 4 }]);
    for (const UnitSerNum of serials) {
      const { data } = await UnitEntity.get({ UnitSerNum }).go();
      expect(await syncQueueStore.list(data as UnitRecord)).toHaveLength(1);
    }
  });

  it('counts failed test calls after the update, and no other calls', async () => {
    const { tag, serials } = await someUnits(3);
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag, oneStage(tag, { watchHours: 4 }));
    for (const one of serials) await pings(one, START - 6 * HOUR, START + 6 * HOUR);
    await runAt(START);
    for (const one of serials) {
      await updates(one, version.version);
      const at = instant(START + 30 * MINUTE);
      const common = { timeStamp: at, receivedAt: at, sequence: 9 };
      const call = { ...common, direction: 'out', outcome: 'failed', startedAt: at, durationSeconds: 0 };
      await CallEntity.put(logItem('call', one, '1-9', call)).go();
      const dataTest = { ...common, ...loggedTest({ kind: 'data', passed: false }) };
      await EventEntity.put(logItem('event', one, '1-9', dataTest)).go();
    }
    for (let half = 1; half <= 4; half++) await runAt(START + half * (HOUR / 2), 1);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'running', health: { compared: 3 } });
    for (const one of serials) {
      const at = instant(START + 2 * HOUR);
      const failed = loggedTest({ kind: 'voice', passed: false, text: 'No tone' });
      const event = { timeStamp: at, receivedAt: at, sequence: 10, ...failed };
      await EventEntity.put(logItem('event', one, '1-10', event)).go();
    }
    for (let half = 5; half <= 8; half++) await runAt(START + half * (HOUR / 2), 1);
    expect(await read(rolloutId, as)).toMatchObject({
      state: 'paused',
      reason: 'Failed test calls: 3 of 3 units do worse than before',
    });
  });
});
