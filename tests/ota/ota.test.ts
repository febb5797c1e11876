import { describe, expect, it } from 'vitest';
import { Announcement } from '#core/ota/announcement.ts';
import { FileKey, fileKey, isUploadOf, shownLocation } from '#core/ota/file-key.ts';
import { currentMeans, FIRMWARE_TYPES, NewFirmwareVersion, shownPrice } from '#core/ota/firmware-version.ts';
import { OTA_TYPES, SpeechFiles, Upload } from '#core/ota/update.ts';
import { slicesOf } from '#web/features/ota/slices.ts';

const issues = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message) ?? [];

it('only the own firmware of a unit is said to be offered once it is current', () => {
  expect(currentMeans({ unitModel: 'MXD-LTE', firmVerType: 'MXDLTE' })).toContain('are offered it from then on');
  for (const firmVerType of ['ClearComm', 'Telit', 'myHub'] as const)
    expect(currentMeans({ unitModel: 'MXD-LTE', firmVerType })).toContain('Units are not offered it');
});

describe('an update', () => {
  it('has one of five types, and firmware has five names [P2-E43 P2-E44]', () => {
    expect(OTA_TYPES).toEqual(['PROFILE', 'RF', 'EVENTDATA', 'FIRMVER', 'SPEECH']);
    expect(FIRMWARE_TYPES).toEqual(['ClearComm', 'Telit', 'MXDLTE', 'myConnect', 'myHub']);
    expect(Upload.safeParse({ type: 'LOG' }).success).toBe(false);
  });

  it('of firmware or a prompt needs its file, and a prompt its number', () => {
    expect(issues(Upload.safeParse({ type: 'FIRMVER' }))).toEqual(['Must choose a file']);
    expect(issues(Upload.safeParse({ type: 'SPEECH' }))).toEqual([
      'Must choose a file',
      'Must enter the number of the prompt',
    ]);
    expect(Upload.safeParse({ type: 'PROFILE' }).success).toBe(true);
  });

  it('of several prompts names each prompt once', () => {
    const file = 'uploaded/220/olive/6f1c9a52-0000-4000-8000-000000000000/a.wav';
    expect(
      issues(
        SpeechFiles.safeParse([
          { file, speechIndex: 1 },
          { file, speechIndex: 1 },
        ]),
      ),
    ).toEqual(['Each prompt can be sent once']);
  });
});

const OLIVE = { dealerKey: 220, userKey: 'olive' };

describe('a file', () => {
  it.each([
    '',
    'a.bin',
    '../x',
    'uploaded/../../etc/passwd',
    'uploaded/220/olive/6f1c9a52-0000-4000-8000-000000000000/..',
    'uploaded/220/../6f1c9a52-0000-4000-8000-000000000000/a.bin',
    'uploaded/6f1c9a52-0000-4000-8000-000000000000/a.bin',
    'uploaded/220/olive/x/a.bin',
  ])('is not found by the key %j', (key) => expect(FileKey.safeParse(key).success).toBe(false));

  it.each([
    ['../../oui.wav', '._._oui.wav'],
    ['a b\u0000/c.bin', 'a_b_c.bin'],
    ['é', '_'],
    ['', 'file'],
    [`${'x'.repeat(300)}.bin`, `${'x'.repeat(96)}.bin`],
  ])('has a harmless name: %j', (name, safe) => {
    const key = fileKey(OLIVE, '6f1c9a52-0000-4000-8000-000000000000', name);
    expect(key).toBe(`uploaded/220/olive/6f1c9a52-0000-4000-8000-000000000000/${safe}`);
    expect(FileKey.safeParse(key).success).toBe(true);
  });

  it('is of who uploaded it, for the dealer for whom it was uploaded', () => {
    const key = fileKey(OLIVE, '6f1c9a52-0000-4000-8000-000000000000', 'a.wav');
    expect(isUploadOf(OLIVE, key)).toBe(true);
    for (const other of [{ userKey: 'oliver' }, { userKey: 'oliv' }, { dealerKey: 22 }, { dealerKey: 2201 }])
      expect(isUploadOf({ ...OLIVE, ...other }, key), JSON.stringify(other)).toBe(false);
  });
});

describe('the place of a file', () => {
  it('is shown as the name of an uploaded file, and as it is otherwise', () => {
    expect(shownLocation(fileKey(OLIVE, '6f1c9a52-0000-4000-8000-000000000000', 'mxd 2.bin'))).toBe('mxd_2.bin');
    expect(shownLocation('MXD-LTE/2_2_0_0_5.bin')).toBe('MXD-LTE/2_2_0_0_5.bin');
  });
});

describe('a version', () => {
  it('has numbers with dots, and a price of whole cents', () => {
    const version = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: '2.2.0.0.6' };
    expect(NewFirmwareVersion.parse(version)).toMatchObject({ upgradePrice: 0, makeCurrent: false });
    expect(NewFirmwareVersion.safeParse({ ...version, version: 'latest' }).success).toBe(false);
    expect(NewFirmwareVersion.safeParse({ ...version, upgradePrice: 0.5 }).success).toBe(false);
    expect(NewFirmwareVersion.safeParse({ ...version, location: 'a b' }).success).toBe(false);
  });

  it.each([
    [0, 'OTA', 'FREE'],
    [1250, 'OTA', '$12.50'],
    [1250, 'USB', 'FREE'],
  ] as const)('that costs %i cents by %s is shown as %s [P2-K45 P2-K46]', (cents, method, words) => {
    expect(shownPrice(cents, method)).toBe(words);
  });
});

describe('release notes', () => {
  it('cost nothing unless said otherwise [P2-E40]', () => {
    expect(Announcement.parse({ summary: '' })).toEqual({
      costOTA: '0.00',
      costBridge: '0.00',
      summary: '',
      moreInfoLink: '',
      details: [],
    });
  });

  it('refuse a link that is not secure', () => {
    expect(issues(Announcement.safeParse({ summary: '', moreInfoLink: 'javascript:alert(1)' }))).toContain(
      'A link starts with https://',
    );
  });
});

describe('the slices of the fleet', () => {
  it('are the largest counts, and one of all others', () => {
    const counts = [1, 5, 4, 3, 100, 2, 2, 1, 0].map((count, index) => ({ label: `v${index}`, count }));
    const slices = slicesOf(counts);
    expect(slices.map(({ label, count }) => [label, count])).toEqual([
      ['v4', 100],
      ['v1', 5],
      ['v2', 4],
      ['v3', 3],
      ['v5', 2],
      ['v6', 2],
      ['Others', 2],
    ]);
    expect(slices.reduce((sum, { count }) => sum + count, 0)).toBe(118);
    expect(slicesOf([])).toEqual([]);
  });
});
