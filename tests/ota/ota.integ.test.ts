import { createHash, createPublicKey } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { FileImage } from '#bridge/downloads/file-image.ts';
import { ota } from '#core/ota/contract.ts';
import { maxFileBytes } from '#core/ota/files.ts';
import { CURRENT_NEEDS_FILE, type FirmwareVersion, type NewFirmwareVersion } from '#core/ota/firmware-version.ts';
import { SIGNER_REFUSALS } from '#core/ota/manifest.ts';
import { MAX_QUEUED } from '#core/unit-configuration/sync-queue.ts';
import { CurrentFirmwareEntity, FirmwareVersionEntity, PORTAL } from '#data/ota/firmware-entities.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity } from '#data/units/units.ts';
import { fileFacts } from '#platform/aws/files.ts';
import { firmwareKey } from '#platform/aws/firmware-key.ts';
import { decodeManifest, isSigned } from '#protocol/firmware-manifest.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { announced, store, uploaded } from '#support/firmware-upload.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { byAStranger, changeSignature } from '#support/stored-signature.ts';
import { withMessage } from '#support/with-message.ts';

beforeAll(someDealers);

const anEngineer = () => aUser({ dealer: 1, flags: ['ENGINEER', 'UNIT_EDIT'] });
let counter = 0;
/** A version that no other test has created. */
function newVersion() {
  counter += 1;
  return `7.${process.pid % 1000}.${counter}.0`;
}

/** A version of firmware with its file. */
const aVersion = async (
  as: Awaited<ReturnType<typeof anEngineer>>,
  more: Partial<NewFirmwareVersion> & Pick<NewFirmwareVersion, 'firmVerType'>,
) =>
  ask(ota.create, {
    ...{ unitModel: 'MXD-LTE', version: newVersion(), file: await uploaded(as, 'firmware', Buffer.from('firmware')) },
    ...more,
    as,
  });
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
    expect(Math.abs(Date.parse(created.releaseDate) - Date.now())).toBeLessThan(60_000);
    expect(await auditOf('firmwareVersion', created.FirmVerKey)).toMatchObject([
      { action: 'create firmware version', actorKey: as.UserKey, after: { version, upgradePrice: 1250 } },
    ]);
    const again = await call(ota.create, { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version, as });
    expect([again.status, again.body.message]).toEqual([409, 'This version exists already']);
  });

  it('keep no file of a version that is refused: it stays among those that are deleted after a day, and may be used for another', async () => {
    const as = await anEngineer();
    const { version } = await aVersion(as, { firmVerType: 'MXDLTE' });
    const file = await uploaded(as, 'firmware', Buffer.from('firmware of no version'));
    const create = (number: string) =>
      call(ota.create, { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: number, file, as });
    const isKept = async () => (await fileFacts(process.env.FIRMWARE_BUCKET!, file, 100)) !== undefined;
    expect((await create(version)).body.message).toBe('This version exists already');
    expect(await isKept()).toBe(false);
    expect((await create(newVersion())).status).toBe(200);
    expect(await isKept()).toBe(true);
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
      call(ota.requestUpload, { ...announced(purpose, Buffer.from('x')), bytes: megabytes * 1024 * 1024, as });
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

  it('are uploaded by engineers of the root dealer only, voice prompts by all', async () => {
    const of220 = await aUser({ dealer: 220, flags: ['ENGINEER'] });
    const request = (purpose: 'firmware' | 'speech') =>
      call(ota.requestUpload, { ...announced(purpose, Buffer.from('12345')), as: of220 });
    expect((await request('firmware')).status).toBe(403);
    expect((await request('speech')).status).toBe(200);
  });

  it('have the place of their uploaded file, which is what is signed', async () => {
    const as = await anEngineer();
    const file = await uploaded(as, 'firmware', Buffer.from('signed'));
    const { location } = await ask(ota.create, {
      ...{
        unitModel: 'MXD-LTE',
        firmVerType: 'MXDLTE',
        version: newVersion(),
        file,
        location: 'MXD-LTE/other.bin',
        as,
      },
    });
    expect(location).toBe(file);
  });

  it('are refused with a file that has not arrived', async () => {
    const as = await anEngineer();
    const { file } = await ask(ota.requestUpload, { ...announced('firmware', Buffer.from('12345')), as });
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
      await aVersion(as, { unitModel: 'myConnect', firmVerType: 'myConnect', version, makeCurrent: true });
    const { data, language } = await ask(ota.loadVersions, { as });
    expect(data.map(({ model }) => model)).toEqual(['MXD-LTE', 'myConnect', 'myConnect Air']);
    const mine = data[1]!.versions.filter(({ firmVerType }) => firmVerType === 'myConnect');
    expect(mine.filter(({ current }) => current).map(({ version }) => version)).toEqual([second]);
    expect(mine.findIndex(({ version }) => version === second)).toBeLessThan(
      mine.findIndex(({ version }) => version === first),
    );
    expect(language).toContainEqual({ code: 'fr-CA', name: 'French (Canada)' });
  });

  it('are created by one of two people at once, and no file is kept without a version', async () => {
    const people = await Promise.all([anEngineer(), anEngineer()]);
    const version = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: newVersion() } as const;
    const creations = await Promise.all(
      people.map(async (as) => ({ as, file: await uploaded(as, 'firmware', Buffer.from('firmware of two')) })),
    );
    const answers = await Promise.all(creations.map(({ as, file }) => call(ota.create, { ...version, file, as })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const kept = await Promise.all(
      creations.map(({ file }) => fileFacts(process.env.FIRMWARE_BUCKET!, file, maxFileBytes('firmware'))),
    );
    expect(kept.map((facts) => facts !== undefined)).toEqual(answers.map(({ status }) => status === 200));

    // Nobody works on it any more.
    const late = creations[answers.findIndex(({ status }) => status === 409)]!;
    expect((await call(ota.create, { ...version, ...late })).body.message).toBe('This version exists already');
  });

  it('are made current later, such as the one before when the newest one is bad: units are offered it at once', async () => {
    const as = await anEngineer();
    const [good, bad] = [newVersion(), newVersion()];
    const type = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE' } as const;
    const { FirmVerKey } = await aVersion(as, { ...type, version: good });
    await aVersion(as, { ...type, version: bad, makeCurrent: true });
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '1.0.0.0.1' });
    const offered = async () => (await ask(ota.offeredFirmware, { UnitSerNum, as })).offered?.version;
    expect(await offered()).toBe(bad);

    const outcomes = await Promise.all([1, 2].map(() => call(ota.makeCurrent, { FirmVerKey, as })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await call(ota.makeCurrent, { FirmVerKey, as })).body.message).toBe('This version is current already');
    expect(await offered()).toBe(good);
    const entries = await auditOf('firmwareVersion', FirmVerKey);
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'create firmware version',
      'make firmware version current',
    ]);
    expect(entries.find(({ action }) => action === 'make firmware version current')).toMatchObject({
      before: { version: bad },
      after: { version: good },
    });
    expect((await call(ota.makeCurrent, { FirmVerKey: 'MXD-LTE/MXDLTE/0.0.0', as })).status).toBe(404);
  });

  it('are not created as the current one without their file: units would be offered what they cannot get', async () => {
    const as = await anEngineer();
    const type = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE' } as const;
    const good = await aVersion(as, { ...type, makeCurrent: true });
    const refused = await call(ota.create, { ...type, version: newVersion(), makeCurrent: true, as });
    expect(refused).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'makeCurrent', message: CURRENT_NEEDS_FILE }] },
    });
    expect((await firmwareStore.offered('MXD-LTE'))?.version).toBe(good.version);
  });

  it('are not offered without a signature, even if an earlier release made them current', async () => {
    const as = await anEngineer();
    const { unitModel, firmVerType, version } = await aVersion(as, { firmVerType: 'MXDLTE', makeCurrent: true });
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '1.0.0.0.1' });
    const offered = async () => (await ask(ota.offeredFirmware, { UnitSerNum, as })).offered?.version;
    expect(await offered()).toBe(version);
    const stored = FirmwareVersionEntity.patch({ portal: PORTAL, unitModel, firmVerType, version });
    await stored.remove(['manifest', 'signature', 'signedAt']).go();
    expect(await offered()).toBeUndefined();
  });

  it('are not made current without a signature of the portal, and not by two people at once', async () => {
    const as = await anEngineer();
    const type = { unitModel: 'MXD-LTE', firmVerType: 'ClearComm' } as const;
    const make = ({ FirmVerKey }: FirmwareVersion) => call(ota.makeCurrent, { FirmVerKey, as });
    const unsigned = await make(await ask(ota.create, { ...type, version: newVersion(), as }));
    expect([unsigned.status, unsigned.body.message]).toEqual([409, 'The file of this version is not signed yet']);
    const foreign = await aVersion(as, type);
    await changeSignature(foreign, byAStranger);
    const { status, body } = await make(foreign);
    expect([status, body.message]).toEqual([409, SIGNER_REFUSALS.foreign]);

    const [first, second] = [await aVersion(as, type), await aVersion(as, type)];
    expect((await make(first)).status).toBe(200);
    const read = vi.spyOn(CurrentFirmwareEntity, 'get');
    onTestFinished(() => read.mockRestore());
    // As it was before the first one was made current.
    read.mockReturnValueOnce({ go: async () => ({ data: null }) } as never);
    const late = await make(second);
    expect([late.status, late.body.message]).toEqual([409, 'Somebody else has just changed the current version']);
    expect((await make(second)).status).toBe(200);
  });
});

describe('the file of a version', () => {
  const signedOf = async ({
    unitModel,
    firmVerType,
    version,
  }: Pick<FirmwareVersion, 'unitModel' | 'firmVerType' | 'version'>) =>
    (await firmwareStore.signed({ unitModel, firmVerType, version }))!;
  const trusted = async (as: Awaited<ReturnType<typeof anEngineer>>) => {
    const { signingKey } = await ask(ota.loadVersions, { as });
    const x = Buffer.from(signingKey, 'base64').toString('base64url');
    return [createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })];
  };

  it('is signed with all that a unit checks, by the key that engineers see', async () => {
    const as = await anEngineer();
    const body = Buffer.from('firmware of a unit');
    const file = await uploaded(as, 'firmware', body);
    const created = await aVersion(as, { firmVerType: 'MXDLTE', file, oldestAllowed: '2.2.0.0.3' });
    expect(created.signedAt).toBeDefined();
    const { manifest, signature, location } = await signedOf(created);
    expect(location).toBe(file);
    expect(isSigned(manifest, signature, await trusted(as))).toBe(true);
    expect(decodeManifest(new Uint8Array(manifest))).toEqual({
      ...{ UnitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: created.version, bytes: body.length, blockBytes: 960 },
      ...{ oldestAllowed: '2.2.0.0.3', signedAt: Date.parse(created.signedAt!) },
      sha256: new Uint8Array(createHash('sha256').update(body).digest()),
    });
  });

  it('that comes after its version is signed later, once', async () => {
    const as = await anEngineer();
    const version = newVersion();
    const { FirmVerKey, location, signedAt } = await ask(ota.create, {
      ...{ unitModel: 'myConnect', firmVerType: 'myConnect', version, as },
    });
    expect(signedAt).toBeUndefined();
    const early = await call(ota.sign, { FirmVerKey, as });
    expect([early.status, early.body.message]).toEqual([409, `There is no file ${location} yet`]);
    await store('firmware', location, Buffer.from('firmware that came later'));
    expect(await ask(ota.sign, { FirmVerKey, as })).toMatchObject({
      FirmVerKey,
      bytes: 24,
      signedAt: expect.any(String),
    });
    const { manifest, signature } = await signedOf({ unitModel: 'myConnect', firmVerType: 'myConnect', version });
    expect(isSigned(manifest, signature, await trusted(as))).toBe(true);
    expect((await auditOf('firmwareVersion', FirmVerKey)).map(({ action }) => action)).toContain(
      'sign firmware version',
    );

    await store('firmware', location, Buffer.from('another file'));
    const again = await call(ota.sign, { FirmVerKey, as });
    expect([again.status, again.body.message]).toEqual([409, 'This version is signed already']);
    expect((await call(ota.sign, { FirmVerKey: 'MXD-LTE/MXDLTE/0.0', as })).status).toBe(404);
  });

  it('is signed once when two engineers sign it at the same time', async () => {
    const as = await anEngineer();
    const { FirmVerKey, location } = await ask(ota.create, {
      ...{ unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: newVersion(), as },
    });
    await store('firmware', location, Buffer.from('firmware'));
    const outcomes = await Promise.all([1, 2, 3].map(() => call(ota.sign, { FirmVerKey, as })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('is not sent to units before it is signed', async () => {
    const as = await anEngineer();
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' });
    const { FirmVerKey } = await ask(ota.create, {
      ...{ unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: newVersion(), as },
    });
    const refused = await call(ota.upload, { serialNumber: UnitSerNum, type: 'FIRMVER', file: FirmVerKey, as });
    expect([refused.status, refused.body.message]).toEqual([409, 'The file of this version is not signed yet']);
    expect(await pendingOf(UnitSerNum, as)).toEqual([]);
  });

  it('is not sent to a unit of another model', async () => {
    const as = await anEngineer();
    const { FirmVerKey } = await aVersion(as, { unitModel: 'myConnect Air', firmVerType: 'myConnect' });
    const { UnitSerNum } = await aUnit({ UnitModel: 'myConnect', FirmVer: '2.0.0.1' });
    const refused = await call(ota.upload, { serialNumber: UnitSerNum, type: 'FIRMVER', file: FirmVerKey, as });
    expect([refused.status, refused.body.message]).toEqual([422, 'There is no such version for this unit']);
    expect(await pendingOf(UnitSerNum, as)).toEqual([]);
  });

  it('is not sent to a unit whose version does not go back so far', async () => {
    const as = await anEngineer();
    const old = await aVersion(as, { firmVerType: 'MXDLTE', version: `3.1.${newVersion()}` });
    const recent = await aVersion(as, {
      firmVerType: 'MXDLTE',
      version: `3.3.${newVersion()}`,
      oldestAllowed: '3.2.0',
    });
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: recent.version });
    const refused = await call(ota.upload, { serialNumber: UnitSerNum, type: 'FIRMVER', file: old.FirmVerKey, as });
    expect([refused.status, refused.body.message]).toEqual([409, 'The unit takes no version below 3.2.0']);
    const wrong = await call(ota.create, {
      ...{ unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: '3.4.0', oldestAllowed: '3.5.0', as },
    });
    expect(wrong).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'oldestAllowed', message: 'Must not be above the version itself' }] },
    });
  });
});

it.each(['', 'x'.repeat(3_000), '2.2'])('firmware is sent to a unit with the version %.10s', async (FirmVer) => {
  const as = await anEngineer();
  const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer });
  const { FirmVerKey } = await aVersion(as, { firmVerType: 'MXDLTE' });
  const sent = await call(ota.upload, { serialNumber: UnitSerNum, type: 'FIRMVER', file: FirmVerKey, as });
  expect(sent.status).toBe(200);
});

describe('what a bridge finds for a unit', () => {
  it('is the signed firmware of its message, and the file of a prompt, until they are cancelled', async () => {
    const as = await anEngineer();
    const unit = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' });
    const { UnitSerNum } = unit;
    const body = Buffer.from('firmware of a unit');
    const version = await aVersion(as, { firmVerType: 'MXDLTE', file: await uploaded(as, 'firmware', body) });
    const key = async (input: { type: 'FIRMVER' | 'SPEECH'; file: string; speechIndex?: number }) =>
      (await ask(ota.upload, { serialNumber: UnitSerNum, ...input, as })).MessageKey!;
    const firmware = await key({ type: 'FIRMVER', file: version.FirmVerKey });
    const prompt = await key({
      type: 'SPEECH',
      file: await uploaded(as, 'speech', Buffer.from('bonjour')),
      speechIndex: 4,
    });
    const ofUnit = { UnitSerNum, UnitModel: 'MXD-LTE' } as const;

    const found = (await storedDownloads.waiting(ofUnit, firmware))!;
    expect(found).toMatchObject({
      purpose: 'firmware',
      location: version.location,
      bytes: body.length,
      blockBytes: 960,
    });
    expect(isSigned(found.signed!.manifest, found.signed!.signature, [(await firmwareKey()).publicKey])).toBe(true);
    const spoken = (await storedDownloads.waiting(ofUnit, prompt))!;
    expect(spoken).toMatchObject({ purpose: 'speech', bytes: 7 });
    expect(spoken.signed).toBeUndefined();
    for (const [file, content] of [
      [found, body],
      [spoken, Buffer.from('bonjour')],
    ] as const) {
      const image = await FileImage.load(file, (take) => storedDownloads.read(file, take));
      expect(image.blocks).toBe(1);
      expect(Buffer.from(image.framesOf(1, 1)).includes(content)).toBe(true);
    }

    await ask(ota.cancel, { serialNumber: UnitSerNum, MessageKey: firmware, as });
    expect(await storedDownloads.waiting(ofUnit, firmware)).toBeUndefined();
    const other = await aUnit({ UnitModel: 'MXD-LTE' });
    expect(await storedDownloads.waiting({ ...ofUnit, UnitSerNum: other.UnitSerNum }, prompt)).toBeUndefined();
    const gone = { ...spoken, location: 'uploaded/nothing' };
    await expect(storedDownloads.read(gone, () => {})).rejects.toThrow(
      withMessage('There is no file uploaded/nothing'),
    );
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
    const { FirmVerKey, version } = await aVersion(as, { firmVerType: 'ClearComm' });
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
    const { FirmVerKey } = await aVersion(as, { firmVerType: 'Telit' });
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

  it('of prompts that wait already join them, also of several at once', async () => {
    const as = await anEngineer();
    const { UnitSerNum } = await aUnit();
    const file = await uploaded(as, 'speech', Buffer.from('once'));
    const prompts = (...indexes: number[]) => ({
      serialNumber: UnitSerNum,
      files: indexes.map((speechIndex) => ({ file, speechIndex })),
      as,
    });
    const first = await ask(ota.uploadBatch, prompts(1, 2));
    const answers = await Promise.all([
      ask(ota.uploadBatch, prompts(2, 3)),
      ask(ota.uploadBatch, prompts(2, 3)),
      ask(ota.uploadBatch, prompts(3, 1)),
    ]);
    const three = answers[0]!.messages[1]!;
    const [one, two] = first.messages;
    expect(answers.map(({ messages }) => messages)).toEqual([
      [two, three],
      [two, three],
      [three, one],
    ]);
    expect((await pendingOf(UnitSerNum, as)).map(({ MessageKey }) => MessageKey).sort()).toEqual(
      [one, two, three].sort(),
    );
    expect((await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data!.syncQueued).toBe(3);
    const actions = (await auditOf('unit', UnitSerNum)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'queue message')).toHaveLength(3);
    expect(actions.filter((action) => action === 'join queued message')).toHaveLength(5);
    // All of them wait: they can be ordered again also when the queue is full.
    await UnitEntity.patch({ UnitSerNum }).set({ syncQueued: MAX_QUEUED }).go();
    expect((await ask(ota.uploadBatch, prompts(1, 2, 3))).messages).toEqual([one, two, three]);
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
    expect([refused.status, refused.body.message]).toEqual([409, 'At most 99 messages can wait for a unit']);
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
    await aVersion(engineer, {
      ...{ unitModel: 'myConnect Air', firmVerType: 'myConnect', version, upgradePrice: 500, makeCurrent: true },
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
