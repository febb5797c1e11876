import { randomUUID } from 'node:crypto';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { dealerLogo } from '#core/dealer-logo/contract.ts';
import { orders } from '#core/orders/contract.ts';
import { MAX_UDI_FILE_BYTES, udiUploadKey } from '#core/orders/udi-file.ts';
import { ota } from '#core/ota/contract.ts';
import { fileKey } from '#core/ota/file-key.ts';
import { type FilePurpose, maxFileBytes } from '#core/ota/files.ts';
import { attachmentKey, MAX_ATTACHMENT_BYTES } from '#core/support/attachment.ts';
import { support } from '#core/support/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { seed as seedSettings } from '#scripts/seed/areas/dealer-settings.ts';
import { seed as seedProfiles } from '#scripts/seed/areas/profiles.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { ask, call } from '#support/call.ts';
import { announced, putPart, store } from '#support/firmware-upload.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { changesBetween, followedItems } from '#support/table-content.ts';
import { scopeOf } from '#support/world.ts';

const profile = standardProfileKey('MXD-LTE', 'Standard');
let engineer: UserRecord;
let colleague: UserRecord;
let stranger: UserRecord;
let dealer: UserRecord;
let TicketKey: string;
let UnitSerNum: string;
beforeAll(async () => {
  await someDealers();
  for (const seed of [seedProfiles, seedSettings]) await writeAll(await seed({ count: 1, now: TODAY }), () => {});
  engineer = await aUser({ dealer: 1, flags: ['ENGINEER', 'UNIT_EDIT'] });
  colleague = await aUser({ dealer: 1, flags: ['ENGINEER'] });
  stranger = await aUser({ dealer: 49, flags: ['ENGINEER'] });
  dealer = await aUser({ dealer: 22, flags: ['ORDERS'] });
  TicketKey = (await ask(support.openTicket, { Subject: 'A silent unit', text: 'It is silent', as: dealer })).TicketKey;
  UnitSerNum = (await aUnit({ dealer: 22 })).UnitSerNum;
});

type Answer = Promise<{ status: number; body: { message?: string } }>;

/** What any call may write: entries of the audit, its session, the attempts that are counted, and that an upload was announced. */
const isOfAnyCall = (entity: string) =>
  entity.startsWith('audit') || ['session', 'attempt', 'fileUpload'].includes(entity);

/** Calls with a hostile file. Returns the answer, and the entities of all items that it changed. */
async function storedBy(act: () => Answer) {
  const before = await followedItems();
  const { status, body } = await act();
  const changed = changesBetween(before, await followedItems()).map(({ was, is }) => String((is ?? was)?.__edb_e__));
  return { status, message: body.message, stored: changed.filter((entity) => !isOfAnyCall(entity)) };
}

const NOT_ARRIVED = 'The file has not arrived. Upload it again';
const aKey = (by = engineer) => fileKey(scopeOf(by), randomUUID(), 'file.bin');
/** Uploads more than the form permits, as a browser does. The stand-in of S3 may end the connection long before the end. */
async function uploadTooMuch(form: { url: string; fields: Record<string, string>; file: string }, bytes: number) {
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.set(name, value);
  body.set('file', new Blob([Buffer.alloc(bytes + 1)]));
  const sent = await fetch(form.url, { method: 'POST', body }).catch(() => undefined);
  expect(sent?.ok ?? false).toBe(false);
  return form.file;
}
/** Announces a small file, uploads a much larger one as its only part, and does not complete it: that would be refused. */
async function uploadLargerPart(purpose: FilePurpose, bytes: number) {
  const small = announced(purpose, Buffer.from('five.'), 'a.bin');
  const { file, parts } = await ask(ota.requestUpload, { ...small, as: engineer });
  await putPart({ ...parts[0]!, bytes }, Buffer.alloc(bytes)).catch(() => undefined);
  expect((await call(ota.completeUpload, { ...small, as: engineer })).status).toBe(422);
  return file;
}
const storeUpload = async (Key: string, Body: Buffer) => {
  await new S3Client().send(new PutObjectCommand({ Bucket: process.env.UPLOADS_BUCKET, Key, Body }));
  return Key;
};

describe('a file that is refused stores nothing', () => {
  const create = (file: string) =>
    call(ota.create, { ...{ unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: '9.9.9.9' }, file, as: engineer });
  const prompts = (...keys: string[]) =>
    call(ota.uploadBatch, {
      serialNumber: UnitSerNum,
      files: keys.map((file, index) => ({ file, speechIndex: index + 1 })),
      as: engineer,
    });
  const attach = (file: string, name = 'a.zip') =>
    call(support.comment, { TicketKey, text: 'See the file', attachments: [{ file, name }], as: dealer });

  const addItem = async (content: string | Buffer) => {
    const udiFile = await storeUpload(udiUploadKey(scopeOf(dealer), randomUUID()), Buffer.from(content));
    return call(orders.addOrder, {
      ...{ profile, LineID: 'T1', orderItemQuantity: 2, label: 'Default' as const, UnitIDOptions: 'Default' as const },
      ...{ serviceStandardSelected: 'AT&T' as const, version: 0, fileName: 'u.csv', udiFile, as: dealer },
    });
  };

  it.each<[string, () => Answer]>([
    ['firmware that has not arrived', () => create(aKey())],
    [
      'firmware that is larger than was announced',
      async () => create(await uploadLargerPart('firmware', maxFileBytes('firmware') + 1)),
    ],
    [
      'firmware that was uploaded as a voice prompt',
      async () => {
        const file = aKey();
        await store('speech', file, Buffer.from('a prompt'));
        return create(file);
      },
    ],
    [
      'a voice prompt that is larger than was announced, beside a good one',
      async () => {
        const good = aKey();
        await store('speech', good, Buffer.from('a prompt'));
        return prompts(good, await uploadLargerPart('speech', maxFileBytes('speech') + 1));
      },
    ],
    [
      'a voice prompt that has not arrived, beside a good one',
      async () => {
        const good = aKey();
        await store('speech', good, Buffer.from('a prompt'));
        return prompts(good, aKey());
      },
    ],
    [
      'firmware that another engineer uploaded',
      async () => {
        const file = aKey(colleague);
        await store('firmware', file, Buffer.from('firmware'));
        return create(file);
      },
    ],
    ...[() => colleague, () => stranger].map((by, index): [string, () => Answer] => [
      `a voice prompt that somebody else of ${index === 0 ? 'the same' : 'another'} dealer uploaded, beside a good one`,
      async () => {
        const [good, file] = [aKey(), aKey(by())];
        for (const key of [good, file]) await store('speech', key, Buffer.from('a prompt'));
        return prompts(good, file);
      },
    ]),
    [
      'one voice prompt that somebody else uploaded',
      async () => {
        const file = aKey(colleague);
        await store('speech', file, Buffer.from('a prompt'));
        return call(ota.upload, { serialNumber: UnitSerNum, type: 'SPEECH', file, speechIndex: 1, as: engineer });
      },
    ],
    [
      'a voice prompt that the user uploaded for another dealer',
      async () => {
        const file = fileKey({ ...scopeOf(engineer), dealerKey: 22 }, randomUUID(), 'file.bin');
        await store('speech', file, Buffer.from('a prompt'));
        return prompts(file);
      },
    ],
    ['an attachment that has not arrived', () => attach(attachmentKey(TicketKey, randomUUID(), 'a.zip'))],
    [
      'an attachment that is larger than its form permits',
      async () => {
        const form = await ask(support.requestUpload, { TicketKey, name: 'a.zip', bytes: 5, as: dealer });
        return attach(await uploadTooMuch(form, 5));
      },
    ],
    [
      'an attachment of another ticket',
      async () => {
        const other = TicketKey.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
        return attach(await storeUpload(attachmentKey(other, randomUUID(), 'a.zip'), Buffer.from('a log')));
      },
    ],
  ])('%s', async (_, act) => {
    expect(await storedBy(act)).toEqual({ status: 422, message: NOT_ARRIVED, stored: [] });
  });

  it.each<[string, string, () => Answer]>([
    [
      'a voice prompt',
      '4 MB',
      async () => {
        const file = aKey();
        await store('speech', file, Buffer.alloc(maxFileBytes('speech') + 1));
        return prompts(file);
      },
    ],
    [
      'an attachment',
      '3 MB',
      async () => {
        const file = attachmentKey(TicketKey, randomUUID(), 'a.zip');
        return attach(await storeUpload(file, Buffer.alloc(MAX_ATTACHMENT_BYTES + 1)));
      },
    ],
    ['UDIs', '2.5 MB', () => addItem(Buffer.alloc(MAX_UDI_FILE_BYTES + 1, 'A'))],
  ])('%s that somebody put there without its form, with more than %s', async (_, most, act) => {
    expect(await storedBy(act)).toEqual({ status: 422, message: `A file has at most ${most}`, stored: [] });
  });

  it.each(['../../firmware.bin', 'uploaded/../firmware.bin', '/etc/passwd', ''])('the key %j', async (file) => {
    for (const act of [() => create(file || ' '), () => prompts(file), () => attach(file)]) {
      const { status, stored } = await storedBy(act);
      expect({ status, stored }).toEqual({ status: 422, stored: [] });
    }
  });

  it.each(['page.html', 'picture.svg', 'program.exe'])('an attachment with the name %s', async (name) => {
    const asked = () => call(support.requestUpload, { TicketKey, name, bytes: 5, as: dealer });
    expect(await storedBy(asked)).toMatchObject({ status: 422, stored: [] });
  });

  it.each<[string, string | Buffer]>([
    ['UTF-16', Buffer.from('\uFEFFUDI\nA1\nA2', 'utf16le')],
    ['null bytes', 'UDI\nA1\nA2\0'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff])],
    ['a spreadsheet', Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync(Buffer.alloc(1024 * 1024))])],
    ['formulas', 'UDI\n=1+1\n@SUM(A1)'],
    ['an open quote', 'UDI\nA1\n"A2'],
    ['10,001 rows', `UDI\n${Array.from({ length: 10_001 }, (_, row) => `A${row}`).join('\n')}`],
    ['nothing', ''],
  ])('UDIs with %s', async (_, content) => {
    const { status, stored } = await storedBy(() => addItem(content));
    expect({ status, stored }).toEqual({ status: 422, stored: [] });
  });

  it('but a good file of UDIs is stored with its item', async () => {
    const { status, stored } = await storedBy(() => addItem('UDI\nA1\nA2'));
    expect([status, stored.length > 0]).toEqual([200, true]);
  });

  it.each<[string, Buffer]>([
    ['no picture', Buffer.from('PK\x03\x04')],
    [
      'damage',
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), deflateSync(Buffer.alloc(9))]),
    ],
  ])('a logo with %s', async (_, logo) => {
    const by = await aUser({ dealer: 22, flags: ['ADMIN'] });
    const act = () => call(dealerLogo.choose, { logo: logo.toString('base64'), as: by });
    const { status, stored } = await storedBy(act);
    expect({ status, stored }).toEqual({ status: 422, stored: [] });
  });
});
