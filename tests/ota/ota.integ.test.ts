import { createHash } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { ota } from '#core/ota/contract.ts';
import { MAX_QUEUED } from '#core/unit-configuration/sync-queue.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

beforeAll(someDealers);

const anEngineer = () => aUser({ dealer: 1, flags: ['ENGINEER', 'UNIT_EDIT'] });
let counter = 0;
/** A version that no other test has created. */
function newVersion() {
  counter += 1;
  return `7.${process.pid % 1000}.${counter}.0`;
}

const s3 = new S3Client();
/** Uploads as the browser does, but straight into the stand-in. */
async function uploaded(
  as: Awaited<ReturnType<typeof anEngineer>>,
  purpose: 'firmware' | 'speech',
  body: Buffer,
  name = 'a file.bin',
) {
  const { file, url, fields } = await ask(ota.requestUpload, { purpose, name, bytes: body.length, as });
  expect(url).toMatch(/^http/);
  expect(fields.key).toBe(file);
  const Bucket = purpose === 'firmware' ? process.env.FIRMWARE_BUCKET : process.env.VOICE_FILES_BUCKET;
  await s3.send(new PutObjectCommand({ Bucket, Key: file, Body: body }));
  return file;
}
const pendingOf = async (UnitSerNum: string, as: Awaited<ReturnType<typeof anEngineer>>) =>
  (await ask(ota.checkForUpdates, { UnitSerNum, as })).messages;

describe('firmware versions', () => {
  it('are created with an uploaded file, whose size and digest are stored, and audited [P2-B97 P2-B100 P2-C89 P2-E38]', async () => {
    const as = await anEngineer();
    const version = newVersion();
    const body = Buffer.from('firmware of a unit');
    const file = await uploaded(as, 'firmware', body);
    const created = await ask(ota.create, {
      unitModel: 'MXD-LTE',
      firmVerType: 'MXDLTE',
      version,
      upgradePrice: 1250,
      file,
      as,
    });
    expect(created).toMatchObject({
      ...{
        FirmVerKey: `MXD-LTE/MXDLTE/${version}`,
        unitModel: 'MXD-LTE',
        firmVerType: 'MXDLTE',
        version,
        location: file,
      },
      ...{ upgradePrice: 1250, current: false, bytes: body.length },
      sha256: createHash('sha256').update(body).digest('hex'),
    });
    expect(await auditOf('firmwareVersion', created.FirmVerKey)).toMatchObject([
      { action: 'create firmware version', actorKey: as.UserKey, after: { version, upgradePrice: 1250 } },
    ]);
    const again = await call(ota.create, { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version, as });
    expect([again.status, again.body.message]).toEqual([409, 'This version exists already']);
  });

  it('have their usual place if no file is given [P2-K47]', async () => {
    const as = await anEngineer();
    const version = newVersion();
    const { location } = await ask(ota.create, { unitModel: 'myConnect Air', firmVerType: 'myConnect', version, as });
    expect(location).toBe(`myConnectAir/${version.replaceAll('.', '_')}.bin`);
  });

  it('has a limited size: 64 MB of firmware, 4 MB of a voice prompt', async () => {
    const as = await anEngineer();
    const request = (purpose: 'firmware' | 'speech', megabytes: number) =>
      call(ota.requestUpload, { purpose, name: 'x.bin', bytes: megabytes * 1024 * 1024, as });
    expect((await request('firmware', 64)).status).toBe(200);
    expect((await request('speech', 4)).status).toBe(200);
    expect(await request('firmware', 65)).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'bytes', message: 'A file has at most 64 MB' }] },
    });
    expect(await request('speech', 5)).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'bytes', message: 'A file has at most 4 MB' }] },
    });
  });

  it('are refused with a file that has not arrived', async () => {
    const as = await anEngineer();
    const { file } = await ask(ota.requestUpload, { purpose: 'firmware', name: 'x.bin', bytes: 5, as });
    const refused = await call(ota.create, {
      unitModel: 'MXD-LTE',
      firmVerType: 'MXDLTE',
      version: newVersion(),
      file,
      as,
    });
    expect([refused.status, refused.body.message]).toEqual([422, 'The file has not arrived. Upload it again']);
  });

  it('of a model and type have one that is current, and are listed by model, with languages [P2-C83]', async () => {
    const as = await anEngineer();
    const [first, second] = [newVersion(), newVersion()];
    for (const version of [first, second])
      await ask(ota.create, { unitModel: 'myConnect', firmVerType: 'myConnect', version, makeCurrent: true, as });
    const { data, language } = await ask(ota.loadVersions, { as });
    expect(data.map(({ model }) => model)).toEqual(['MXD-LTE', 'myConnect', 'myConnect Air']);
    const mine = data[1]!.versions.filter(({ firmVerType }) => firmVerType === 'myConnect');
    expect(mine.filter(({ current }) => current).map(({ version }) => version)).toEqual([second]);
    expect(mine.findIndex(({ version }) => version === second)).toBeLessThan(
      mine.findIndex(({ version }) => version === first),
    );
    expect(language).toContainEqual({ code: 'fr-CA', name: 'French (Canada)' });
  });
});

describe('release notes', () => {
  const details = {
    ...{ costOTA: '4.50', summary: 'Fewer false alarms', moreInfoLink: 'https://example.com/notes' },
    releaseDate: '2026-11-01T00:00:00.000Z',
    details: [
      { type: 'Bug' as const, text: 'The unit restarted while charging' },
      { type: 'Feature' as const, text: 'French prompts' },
      { type: 'Information' as const, text: 'Takes 4 minutes' },
    ],
  };

  it('of units and of the app are saved apart, with a default cost [P2-B101 P2-C90 P2-E39 P2-E40 P2-E41]', async () => {
    const as = await anEngineer();
    const version = newVersion();
    const saved = await ask(ota.saveNotes, { version, details, type: 'unit', as });
    expect(saved.details).toMatchObject({ ...details, costBridge: '0.00' });
    await ask(ota.saveNotes, { version, details: { ...details, summary: 'The app' }, type: 'app', as });
    const { notes } = await ask(ota.loadVersions, { as });
    const mine = notes
      .filter((one) => one.version === version)
      .map(({ type, details: { summary } }) => [type, summary]);
    expect(mine.sort()).toEqual([
      ['app', 'The app'],
      ['unit', 'Fewer false alarms'],
    ]);
    expect(await auditOf('releaseNotes', `unit ${version}`)).toMatchObject([{ action: 'edit release notes' }]);
  });

  it('are not overwritten by somebody who read an older copy', async () => {
    const as = await anEngineer();
    const version = newVersion();
    await ask(ota.saveNotes, { version, details, type: 'unit', as });
    const second = await call(ota.saveNotes, { version, details, type: 'unit', as });
    expect([second.status, second.body.message]).toEqual([409, 'Somebody else saved these release notes']);
    expect(await ask(ota.saveNotes, { version, details, type: 'unit', revision: 1, as })).toMatchObject({
      revision: 2,
    });
  });
});

describe('updates over the air', () => {
  it('of firmware wait with their version, and are cancelled [P2-B15 P2-B96 P2-B99 P2-C84 P2-C86 P2-C88 P2-E42]', async () => {
    const as = await anEngineer();
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.2' });
    const version = newVersion();
    const { FirmVerKey } = await ask(ota.create, { unitModel: 'MXD-LTE', firmVerType: 'ClearComm', version, as });
    const { MessageKey } = await ask(ota.upload, { serialNumber: UnitSerNum, type: 'FIRMVER', file: FirmVerKey, as });
    expect(await pendingOf(UnitSerNum, as)).toMatchObject([
      { MessageType: 'FIRMVER', MessageKey, messageDetail: `ClearComm ${version}`, started: false },
    ]);
    const again = await ask(ota.upload, { serialNumber: UnitSerNum, type: 'FIRMVER', file: FirmVerKey, as });
    expect(again).toEqual({ MessageKey });
    expect(await pendingOf(UnitSerNum, as)).toHaveLength(1);
    const cancelled = await ask(ota.cancel, {
      serialNumber: UnitSerNum,
      type: 'FIRMVER',
      MessageKey,
      oldFirmVer: '2.2.0.0.2',
      as,
    });
    expect(cancelled).toEqual({ deleted: 1 });
    expect(await pendingOf(UnitSerNum, as)).toEqual([]);
  });

  it('of the parts of a unit are not for firmware above the threshold [P2-V47 P2-K32]', async () => {
    const as = await anEngineer();
    const version = newVersion();
    const { FirmVerKey } = await ask(ota.create, { unitModel: 'MXD-LTE', firmVerType: 'Telit', version, as });
    const old = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.3' });
    const recent = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.4' });
    const wearable = await aUnit({ UnitModel: 'myConnect', FirmVer: '2.0.0.1' });
    const optionsOf = async (UnitSerNum: string) => (await ask(ota.checkForUpdates, { UnitSerNum, as })).options;
    expect(await optionsOf(old.UnitSerNum)).toEqual(['MXDLTE', 'ClearComm', 'Telit']);
    expect(await optionsOf(recent.UnitSerNum)).toEqual(['MXDLTE']);
    await ask(ota.upload, { serialNumber: old.UnitSerNum, type: 'FIRMVER', file: FirmVerKey, as });
    for (const { UnitSerNum: serialNumber } of [recent, wearable]) {
      const refused = await call(ota.upload, { serialNumber, type: 'FIRMVER', file: FirmVerKey, as });
      expect([refused.status, refused.body.message]).toEqual([422, 'There is no such version for this unit']);
    }
  });

  it.each(['PROFILE', 'RF', 'EVENTDATA'] as const)(
    'of %s send the whole configuration again [P2-B16 P2-B17 P2-B18]',
    async (type) => {
      const as = await anEngineer();
      const { UnitSerNum } = await aUnit();
      const before = (await UnitEntity.get({ UnitSerNum }).go()).data!.configRevision ?? 0;
      expect(await ask(ota.upload, { serialNumber: UnitSerNum, type, as })).toEqual({});
      expect((await UnitEntity.get({ UnitSerNum }).go()).data!.configRevision).toBe(before + 1);
    },
  );

  it('of voice prompts have their number, language and slot [P2-B19 P2-B98 P2-E45 P2-C85]', async () => {
    const as = await anEngineer();
    const { UnitSerNum } = await aUnit();
    const files = [
      {
        file: await uploaded(as, 'speech', Buffer.from('bonjour'), 'bonjour.wav'),
        speechIndex: 4,
        language: 'fr' as const,
      },
      { file: await uploaded(as, 'speech', Buffer.from('oui'), '../../oui.wav'), speechIndex: 5 },
    ];
    expect(files[1]!.file).not.toContain('..');
    const { messages } = await ask(ota.uploadBatch, { serialNumber: UnitSerNum, files, languageSlot: 2, as });
    expect(messages).toHaveLength(2);
    expect(
      (await pendingOf(UnitSerNum, as)).map(({ MessageType, messageDetail }) => [MessageType, messageDetail]).sort(),
    ).toEqual([
      ['SPEECH', 'Prompt 4'],
      ['SPEECH', 'Prompt 5'],
    ]);
    const stored = await syncQueueStore.list((await UnitEntity.get({ UnitSerNum }).go()).data!);
    expect(stored.map(({ content }) => content)).toContainEqual(
      expect.objectContaining({ speechIndex: 4, language: 'fr', languageSlot: 2, bytes: 7, location: files[0]!.file }),
    );
  });

  it('that do not all fit into the queue are all refused', async () => {
    const as = await anEngineer();
    const { UnitSerNum } = await aUnit();
    await UnitEntity.patch({ UnitSerNum })
      .set({ syncQueued: MAX_QUEUED - 1 })
      .go();
    const files = await Promise.all(
      [1, 2].map(async (speechIndex) => ({ file: await uploaded(as, 'speech', Buffer.from('x')), speechIndex })),
    );
    const refused = await call(ota.uploadBatch, { serialNumber: UnitSerNum, files, as });
    expect([refused.status, refused.body.message]).toEqual([409, 'At most 100 messages can wait for a unit']);
    expect(await pendingOf(UnitSerNum, as)).toEqual([]);
  });

  it('are cancelled together; with nothing to cancel the answer says so [P2-C87 P2-S46 P2-M41]', async () => {
    const as = await anEngineer();
    const { UnitSerNum } = await aUnit();
    expect(await ask(ota.cancel, { serialNumber: UnitSerNum, as })).toEqual({
      deleted: 0,
      message: 'Nothing to delete',
    });
    expect(await ask(ota.cancelBatch, { serialNumber: UnitSerNum, messages: [], as })).toEqual({
      deleted: 0,
      message: 'Nothing to delete',
    });
    const file = await uploaded(as, 'speech', Buffer.from('x'));
    const files = [3, 4, 5].map((speechIndex) => ({ file, speechIndex }));
    const { messages } = await ask(ota.uploadBatch, { serialNumber: UnitSerNum, files, as });
    await ask(ota.upload, { serialNumber: UnitSerNum, type: 'PROFILE', as });
    const cancelled = await ask(ota.cancelBatch, {
      serialNumber: UnitSerNum,
      messages: messages.map((MessageKey) => ({ type: 'SPEECH' as const, MessageKey })),
      as,
    });
    expect(cancelled).toEqual({ deleted: 3 });
    const other = await aUnit();
    const foreign = await call(ota.cancel, { serialNumber: other.UnitSerNum, MessageKey: messages[0]!, as });
    expect(foreign.status).toBe(404);
  });
});

describe('the upgrade of a unit', () => {
  it('waits for the unit if it is offered, and is free by USB [P2-C14 P2-K45 P2-K46]', async () => {
    const engineer = await anEngineer();
    const version = `99.${newVersion()}`;
    await ask(ota.create, {
      unitModel: 'myConnect Air',
      firmVerType: 'myConnect',
      version,
      upgradePrice: 500,
      makeCurrent: true,
      as: engineer,
    });
    const { UnitSerNum } = await aUnit({ dealer: 22, UnitModel: 'myConnect Air', FirmVer: '2.0.0.1' });
    const as = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
    const { offered } = await ask(ota.offeredFirmware, { UnitSerNum, as });
    expect(offered).toMatchObject({ version, upgradePrice: 500 });
    const upgrade = { UnitSerNum, Version: version, Location: offered!.location };
    expect(await ask(ota.upgradeFirmware, { ...upgrade, Method: 'USB', as })).toEqual({ price: 'FREE' });
    const { MessageKey, price } = await ask(ota.upgradeFirmware, { ...upgrade, Method: 'OTA', as });
    expect(price).toBe('$5.00');
    // Twice would be two restarts of the unit.
    expect(await ask(ota.upgradeFirmware, { ...upgrade, Method: 'OTA', as })).toEqual({ MessageKey, price });
    expect(await pendingOf(UnitSerNum, engineer)).toMatchObject([
      { MessageKey, messageDetail: `myConnect ${version}` },
    ]);

    const other = await call(ota.upgradeFirmware, { UnitSerNum, Version: '1.2.3', Method: 'OTA', as });
    expect([other.status, other.body.message]).toEqual([422, 'This unit is not offered this version']);
    await UnitEntity.patch({ UnitSerNum }).set({ AllowOTAUpdate: 0 }).go();
    const forbidden = await call(ota.upgradeFirmware, { ...upgrade, Method: 'OTA', as });
    expect([forbidden.status, forbidden.body.message]).toEqual([
      409,
      'Updates over the air are switched off for this unit',
    ]);
    const foreign = await call(ota.upgradeFirmware, {
      ...upgrade,
      Method: 'OTA',
      as: await aUser({ dealer: 49, flags: ['UNIT_EDIT'] }),
    });
    expect(foreign.status).toBe(404);
  });
});

it('counts the units of each version, over all models [P2-C91 P2-B102]', async () => {
  const as = await anEngineer();
  const version = newVersion();
  const { settleFacets } = await import('#data/units/settle-facets.ts');
  for (const UnitModel of ['MXD-LTE', 'myConnect', 'myConnect'] as const) {
    const { UnitSerNum } = await aUnit({ UnitModel, FirmVer: version });
    await settleFacets(UnitSerNum, Date.now());
  }
  const { versions } = await ask(ota.getVersionOverView, { as });
  expect(versions).toContainEqual({ FirmVer: version, Count: 3 });
});
