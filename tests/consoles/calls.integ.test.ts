import { beforeAll, describe, expect, it } from 'vitest';
import { consoles } from '#core/consoles/contract.ts';
import { devTools } from '#core/dev-tools/contract.ts';
import { ota } from '#core/ota/contract.ts';
import { sims } from '#core/sims/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { FirmwareVersionEntity, PORTAL } from '#data/ota/firmware-entities.ts';
import { codecOf } from '#protocol/models.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { aLocation } from './console-driver.ts';

let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
});

describe('the decibel shifts of a unit', () => {
  it('are those of its model, by POST /api/unit/getDBShift [P2-C95 P3-C58]', async () => {
    expect(consoles.getDBShift).toMatchObject({ method: 'POST', path: '/api/unit/getDBShift' });
    const { UnitSerNum, UnitModel } = await aUnit({ dealer: 220 });
    const root = await aUser({ dealer: 1, flags: ['ADMIN', 'ENGINEER'] });
    const { shifts: before } = await ask(devTools.loadDecibelData, { model: UnitModel, as: root });
    const { dB } = before.find(({ mnemonic }) => mnemonic === 'high')!;
    await ask(devTools.saveSysRefValue, { UnitModel, mnemonic: 'high', newVal: dB + 3, as: root });
    const answer = await ask(consoles.getDBShift, { UnitSerNum, as });
    expect(answer).toMatchObject({ UnitSerNum, UnitModel });
    expect(answer.shifts.map(({ mnemonic, level }) => [mnemonic, level])).toEqual([
      ['low', 1],
      ['medium', 5],
      ['high', 9],
    ]);
    expect(answer.shifts[2]).toMatchObject({ dB: dB + 3, scale: expect.any(Number) });
  });
});

describe('the call identification of a unit', () => {
  it('is its line ID and unit ID, or its serial number without them [P2-C96]', async () => {
    const named = await aUnit({ dealer: 220, UnitLineID: 'C1', UnitID: '4021' });
    expect(await ask(consoles.getCallIdent, { id: named.UnitSerNum, as })).toEqual({
      UnitSerNum: named.UnitSerNum,
      UnitLineID: 'C1',
      UnitID: '4021',
      callIdent: 'C1-4021',
    });
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitLineID: '', UnitID: '' });
    expect((await ask(consoles.getCallIdent, { id: UnitSerNum, as })).callIdent).toBe(UnitSerNum);
  });
});

it('units of other dealers do not exist for both', async () => {
  const { UnitSerNum } = await aUnit({ dealer: 220 });
  const other = await aUser({ dealer: 49, flags: ['UNIT_EDIT'] });
  expect((await call(consoles.getDBShift, { UnitSerNum, as: other })).status).toBe(404);
  expect((await call(consoles.getCallIdent, { id: UnitSerNum, as: other })).status).toBe(404);
});

it('dealer messages are those of the firmware version, of no other [P2-C97]', async () => {
  const root = await aUser({ dealer: 1, flags: ['ADMIN', 'ENGINEER', 'PRODUCTION'] });
  const [version, silent] = ['9.1.0.0.1', '9.1.0.0.2'];
  for (const each of [version, silent])
    await ask(ota.create, { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: each, as: root });
  const details = [{ type: 'Bug' as const, text: 'A call ends when it should' }];
  await ask(ota.saveNotes, {
    type: 'unit',
    version,
    details: { summary: 'Clearer voice', details },
    revision: 0,
    as: root,
  } as never);
  // Nothing is told of a version before its file is signed.
  expect(await ask(consoles.getDealerMessages, { FirmVer: version, as })).toEqual({ messages: [] });
  const named = { portal: PORTAL, unitModel: 'MXD-LTE', firmVerType: 'MXDLTE' } as const;
  for (const each of [version, silent])
    await FirmwareVersionEntity.patch({ ...named, version: each })
      .set({ signature: 'c2lnbmVk' })
      .go();
  expect(await ask(consoles.getDealerMessages, { FirmVer: version, as })).toEqual({
    messages: [{ UnitModel: 'MXD-LTE', summary: 'Clearer voice', moreInfoLink: '', details }],
  });
  expect(await ask(consoles.getDealerMessages, { FirmVer: silent, as })).toEqual({ messages: [] });
});

describe('parsing a raw message', () => {
  const frame = (message: object) => Buffer.from(codecOf('myConnect').encode(message as never, 7)).toString('hex');

  it('returns its fields [P2-C98]', async () => {
    const raw = frame(aLocation({ latitude: 47.6038, longitude: -122.33, reportType: 'Update' }));
    const parsed = await ask(consoles.parseMessage, { raw, as });
    expect(parsed).toMatchObject({ type: 'location', 'Report Type': 'Update', locationURL: '/map#16/47.6038/-122.33' });
    const spaced = raw.match(/../g)!.join(' ');
    expect(await ask(consoles.parseMessage, { raw: spaced, as })).toEqual(parsed);
  });

  it.each([
    ['a wrong checksum', (raw: string) => `${raw.slice(0, -2)}${raw.endsWith('00') ? '01' : '00'}`],
    ['a missing byte', (raw: string) => raw.slice(0, -2)],
    ['two frames', (raw: string) => raw + raw],
    ['more than a frame', (raw: string) => `${raw}00`],
    ['no bytes', () => 'xyz'],
  ])('refuses %s', async (_, spoiled) => {
    const raw = spoiled(frame(aLocation()));
    expect(await call(consoles.parseMessage, { raw, as })).toMatchObject({
      status: 422,
      body: { code: 'INVALID', issues: [{ path: 'raw' }] },
    });
  });
});

it('the SMS service of the consoles is POST /api/carrier/smsMessage; it takes the text DoPing [P2-C99 P3-C59]', async () => {
  expect(sims.smsMessage).toMatchObject({ method: 'POST', path: '/api/carrier/smsMessage' });
  const { UnitSerNum, UnitModel } = await aUnit({ dealer: 220 });
  const sent = await ask(sims.smsMessage, { UnitSerNum, UnitModel, textMessage: 'DoPing', as });
  expect(sent).toEqual({ messageId: expect.any(String), carrier: expect.any(Number) });
});
