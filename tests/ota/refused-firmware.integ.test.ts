import { beforeAll, describe, expect, it, vi } from 'vitest';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { ota } from '#core/ota/contract.ts';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { FirmwareVersionEntity, PORTAL } from '#data/ota/firmware-entities.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { firmwareKey } from '#platform/aws/firmware-key.ts';
import { METRICS } from '#platform/aws/measures.ts';
import { logger } from '#platform/aws/observability.ts';
import { signFirmware } from '#platform/ota/sign-firmware.ts';
import { decodeManifest, encodeManifest } from '#protocol/firmware-manifest.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { store, uploaded } from '#support/firmware-upload.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { byAStranger, changeSignature, type SignatureChange } from '#support/stored-signature.ts';

let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 1, flags: ['ENGINEER', 'UNIT_EDIT'] });
});

const OWN = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE' } as const;
let count = 0;
async function aVersion({ allowsOlder = true, makeCurrent = false } = {}) {
  const version = `2.6.0.0.${++count}`;
  const file = await uploaded(as, 'firmware', Buffer.from(`firmware ${count}`));
  return ask(ota.create, { ...OWN, version, file, makeCurrent, ...(!allowsOlder && { oldestAllowed: version }), as });
}
const aVoiceUnit = (FirmVer = '2.3.0.0.1') => aUnit({ UnitModel: 'MXD-LTE', FirmVer });
const send = (unit: UnitRecord, FirmVerKey: string) =>
  call(ota.upload, { serialNumber: unit.UnitSerNum, type: 'FIRMVER', file: FirmVerKey, as });

/** What a bridge finds for a unit whose version has this content in the table. */
async function offeredWith(change: SignatureChange) {
  const unit = await aVoiceUnit();
  const { FirmVerKey, version } = await aVersion();
  const sent = await send(unit, FirmVerKey);
  await changeSignature({ ...OWN, version }, change);
  return countingAlarms(() => offered(unit, sent.body.MessageKey!));
}
const offered = ({ UnitSerNum }: UnitRecord, MessageKey: string) =>
  storedDownloads.waiting({ UnitSerNum, UnitModel: 'MXD-LTE' }, MessageKey);

/** What the work finds, and how often it counts the metric of the alarm that units wait for a file in vain. */
async function countingAlarms<Found>(work: () => Promise<Found>) {
  const out: string[] = [];
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    out.push(String(line));
    return true;
  });
  try {
    const found = await work();
    return { found, alarms: out.filter((line) => line.includes(METRICS.unusableFiles)).length };
  } finally {
    write.mockRestore();
    vi.unstubAllEnvs();
  }
}

it('a bridge offers firmware as the portal has signed it', async () => {
  expect(await offeredWith((stored) => stored)).toMatchObject({ found: { purpose: 'firmware' }, alarms: 0 });
});

it.each<[string, SignatureChange]>([
  [
    'whose manifest was changed',
    ({ manifest, signature }) => ({
      manifest: encodeManifest({ ...decodeManifest(manifest), bytes: 9 }),
      signature,
    }),
  ],
  [
    'whose signature is damaged',
    ({ manifest, signature }) => ({ manifest, signature: signature.map((byte, at) => (at === 5 ? byte ^ 1 : byte)) }),
  ],
  ['whose signature is cut off', ({ manifest, signature }) => ({ manifest, signature: signature.subarray(0, 63) })],
  ['that a stranger has signed', byAStranger],
  [
    'whose signature is for something else than firmware',
    async ({ manifest }) => ({ manifest, signature: await (await firmwareKey()).sign(Buffer.from(manifest)) }),
  ],
  ...(
    [
      ['another model', { unitModel: 'myConnect', firmVerType: 'myConnect', version: '2.6.0.0.1' }],
      ['another part', { ...OWN, firmVerType: 'Telit', version: '2.6.0.0.1' }],
      ['another version', { ...OWN, version: '2.0.0.0.1' }],
    ] as const
  ).map(
    ([what, signedFor]) =>
      [
        `that was signed for ${what}`,
        () => signFirmware(signedFor, { bytes: 9, sha256: '00'.repeat(32) }, Date.now()),
      ] as [string, SignatureChange],
  ),
])('a bridge does not offer firmware %s, and raises an alarm', async (_, change) => {
  expect(await offeredWith(change)).toEqual({ found: undefined, alarms: 1 });
});

it('the portal sends no firmware of another model, below the oldest that the unit may have, or without a signature', async () => {
  const old = await aVersion();
  const strict = await aVersion({ allowsOlder: false });
  const wearable = await aUnit({ UnitModel: 'myConnect' });
  expect(await send(wearable, old.FirmVerKey)).toMatchObject({
    status: 422,
    body: { message: 'There is no such version for this unit' },
  });
  expect(await send(await aVoiceUnit(strict.version), old.FirmVerKey)).toMatchObject({
    status: 409,
    body: { message: `The unit takes no version below ${strict.version}` },
  });
  // A later version does not forget it: units keep the newest that they were told.
  const later = await aVersion();
  expect(later).toMatchObject({ oldestAllowed: strict.version });
  expect(await send(await aVoiceUnit(later.version), old.FirmVerKey)).toMatchObject({ status: 409 });
  const key = { portal: PORTAL, ...OWN, version: old.version } as const;
  await FirmwareVersionEntity.patch(key).remove(['manifest', 'signature', 'signedAt']).go();
  expect((await send(await aVoiceUnit(), old.FirmVerKey)).status).toBe(409);
});

it('a bridge ends an update that has become too old for its unit, with the reason', async () => {
  const old = await aVersion();
  const strict = await aVersion({ allowsOlder: false });
  const unit = await aVoiceUnit();
  const MessageKey = (await send(unit, old.FirmVerKey)).body.MessageKey!;
  expect(await offered(unit, MessageKey)).toMatchObject({ purpose: 'firmware' });
  await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ FirmVer: strict.version }).go();
  const { found, alarms } = await countingAlarms(() => Promise.all([1, 2].map(() => offered(unit, MessageKey))));
  expect([found, alarms]).toEqual([[undefined, undefined], 0]);
  expect(await syncQueueStore.list(unit)).toEqual([]);
  expect((await unitStore.getMany(WHOLE_TREE, [unit.UnitSerNum]))[0]!.syncQueued).toBe(0);
  const entries = await auditOf('unit', unit.UnitSerNum);
  expect(entries.filter(({ action }) => action === 'end refused update')).toMatchObject([
    { after: { reason: `The unit takes no version below ${strict.version}` } },
  ]);
});

it('a bridge logs once of a version why it does not offer it, however many units ask', async () => {
  const error = vi.spyOn(logger, 'error').mockImplementation(() => {});
  const { FirmVerKey, version } = await aVersion();
  const units = [await aVoiceUnit(), await aVoiceUnit()];
  const keys: string[] = [];
  for (const unit of units) keys.push((await send(unit, FirmVerKey)).body.MessageKey!);
  await changeSignature({ ...OWN, version }, byAStranger);
  for (const [index, unit] of [...units, ...units].entries())
    expect(await offered(unit, keys[index % 2]!)).toBeUndefined();
  const reason = 'Its signature is not of the key of this portal';
  expect(error.mock.calls).toEqual([['Firmware is not offered to units', { ...OWN, version, reason }]]);
  error.mockRestore();
});

const FOREIGN = 'This version is signed with another key. The key of this portal must sign it first';

it.each<[string, (unit: UnitRecord, version: FirmwareVersion) => ReturnType<typeof call>]>([
  ['sends no', (unit, { FirmVerKey }) => send(unit, FirmVerKey)],
  [
    'lets nobody request',
    ({ UnitSerNum }, { version: Version }) => call(ota.upgradeFirmware, { UnitSerNum, Version, Method: 'OTA', as }),
  ],
])('the portal %s firmware that a stranger has signed, until it is signed again', async (_, asks) => {
  const version = await aVersion({ makeCurrent: true });
  const unit = await aVoiceUnit();
  await changeSignature(version, byAStranger);
  const { status, body } = await asks(unit, version);
  expect([status, body.message]).toEqual([409, FOREIGN]);
  expect(await syncQueueStore.list(unit)).toEqual([]);
  await ask(ota.sign, { FirmVerKey: version.FirmVerKey, as });
  expect((await asks(unit, version)).status).toBe(200);
});

describe('a version that a former key has signed', () => {
  const shown = async (FirmVerKey: string) =>
    (await ask(ota.loadVersions, { as })).data
      .flatMap(({ versions }) => versions)
      .find((one) => one.FirmVerKey === FirmVerKey);

  it('is shown as such, and offered once it is signed again', async () => {
    const { FirmVerKey, version } = await aVersion();
    const unit = await aVoiceUnit();
    const MessageKey = (await send(unit, FirmVerKey)).body.MessageKey!;
    await changeSignature({ ...OWN, version }, byAStranger);
    expect(await shown(FirmVerKey)).toMatchObject({ isForeign: true, signedAt: expect.any(String) });
    expect(await offered(unit, MessageKey)).toBeUndefined();
    const outcomes = await Promise.all([1, 2].map(() => call(ota.sign, { FirmVerKey, as })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await offered(unit, MessageKey)).toMatchObject({ purpose: 'firmware' });
    expect(await shown(FirmVerKey)).not.toHaveProperty('isForeign');
    expect((await call(ota.sign, { FirmVerKey, as })).body.message).toBe('This version is signed already');
  });

  it('is not signed again if its file was exchanged', async () => {
    const { FirmVerKey, version, location } = await aVersion();
    await changeSignature({ ...OWN, version }, byAStranger);
    await store('firmware', location, Buffer.from('firmware of a stranger'));
    const { status, body } = await call(ota.sign, { FirmVerKey, as });
    expect([status, body.message]).toEqual([409, 'This is not the file that was signed before']);
  });
});
