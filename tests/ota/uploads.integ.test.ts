import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ota } from '#core/ota/contract.ts';
import { arrivingKey } from '#core/ota/file-key.ts';
import { type FilePart, partsOf } from '#core/ota/files.ts';
import { DAY } from '#core/time.ts';
import { FileUploadEntity } from '#data/ota/file-uploads.ts';
import { deleteFile, fileFacts } from '#platform/aws/files.ts';
import { arrivedParts } from '#platform/aws/uploads-in-parts.ts';
import { ask, type Caller, call } from '#support/call.ts';
import { announced, putPart, uploaded } from '#support/firmware-upload.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aShownSession, aUser } from '#support/people.ts';

beforeAll(someDealers);

const MB = 1024 * 1024;
const FIRMWARE = process.env.FIRMWARE_BUCKET!;
const isThere = async (key: string) => (await fileFacts(FIRMWARE, key, 64 * MB)) !== undefined;
const anEngineer = () => aUser({ dealer: 1, flags: ['ENGINEER'] });
const aFile = (bytes = 11 * MB) => randomBytes(bytes);
const begin = (as: Caller, body: Buffer) => ask(ota.requestUpload, { ...announced('firmware', body), as });
const complete = (as: Caller, body: Buffer) => call(ota.completeUpload, { ...announced('firmware', body), as });
const openOf = ({ parts }: Awaited<ReturnType<typeof begin>>) =>
  parts.flatMap(({ number, url }) => (url === undefined ? [] : [number]));

async function uploadOf(UserKey: string) {
  const { data } = await FileUploadEntity.query.byUser({ userKey: UserKey }).go();
  return data[0]!;
}

/** Sends half of a part, then loses the connection. */
const breakOff = ({ url, from, bytes }: FilePart & { url?: string | undefined }, body: Buffer) =>
  new Promise<void>((resolve) => {
    const put = request(url!, { method: 'PUT', headers: { 'content-length': bytes } });
    put.on('error', () => resolve());
    put.write(body.subarray(from, from + bytes / 2), () => put.destroy(new Error('The connection is lost')));
  });

describe('a file is uploaded in parts', () => {
  it('of 5 MB, and 64 MB are 13 of them', () => {
    expect(partsOf(11 * MB)).toEqual([
      { number: 1, from: 0, bytes: 5 * MB },
      { number: 2, from: 5 * MB, bytes: 5 * MB },
      { number: 3, from: 10 * MB, bytes: MB },
    ]);
    expect(partsOf(64 * MB)).toHaveLength(13);
  });

  it('and goes on with the missing ones, under the same key, when the same file is announced again', async () => {
    const [as, body] = [await anEngineer(), aFile()];
    const first = await begin(as, body);
    expect(openOf(first)).toEqual([1, 2, 3]);
    await putPart(first.parts[1]!, body);
    const second = await begin(as, body);
    expect([second.file, openOf(second)]).toEqual([first.file, [1, 3]]);
    for (const part of second.parts) await putPart(part, body);
    expect(await complete(as, body)).toMatchObject({ status: 200, body: { file: first.file } });
    // The answer can be lost: a second call, and another announcement, answer alike.
    expect(await complete(as, body)).toMatchObject({ status: 200, body: { file: first.file } });
    expect(openOf(await begin(as, body))).toEqual([]);
    const version = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: `6.${process.pid % 1000}.0.1` } as const;
    expect(await ask(ota.create, { ...version, file: first.file, as })).toMatchObject({ bytes: body.length });
  });

  it('and goes on with a part during which the connection broke, without those that arrived before [P2-B97]', async () => {
    const [as, body] = [await anEngineer(), aFile()];
    const first = await begin(as, body);
    await putPart(first.parts[0]!, body);
    await breakOff(first.parts[1]!, body);
    const { status, body: answer } = await complete(as, body);
    expect([status, answer.message]).toEqual([422, '2 of 3 parts have not arrived. Upload the file again']);
    const second = await begin(as, body);
    expect([second.file, openOf(second)]).toEqual([first.file, [2, 3]]);
    for (const part of second.parts) await putPart(part, body);
    expect(await complete(as, body)).toMatchObject({ status: 200, body: { file: first.file } });
    const { sha256 } = announced('firmware', body);
    expect(await fileFacts(FIRMWARE, arrivingKey(first.file), 64 * MB)).toEqual({ bytes: body.length, sha256 });
  });

  it('and is complete although the worker was killed between S3 and the table', async () => {
    const [as, body] = [await anEngineer(), aFile(1000)];
    const { parts } = await begin(as, body);
    await putPart(parts[0]!, body);
    const killed = vi.spyOn(FileUploadEntity, 'patch').mockImplementation(() => {
      throw new Error('The worker was killed');
    });
    expect((await complete(as, body)).status).toBe(500);
    killed.mockRestore();
    expect((await complete(as, body)).status).toBe(200);
  });

  it('anew once the parts are deleted or the day is over', async () => {
    const [as, body] = [await anEngineer(), aFile(1000)];
    const { file } = await begin(as, body);
    const { uploadId, digest } = await uploadOf(as.UserKey);
    await FileUploadEntity.patch({ userKey: as.UserKey, digest })
      .set({ validUntil: Date.now() - 1 })
      .go();
    const again = await begin(as, body);
    expect(again.file).not.toBe(file);
    expect((await uploadOf(as.UserKey)).uploadId).not.toBe(uploadId);
    await FileUploadEntity.patch({ userKey: as.UserKey, digest }).set({ uploadId: 'unknown to S3' }).go();
    expect((await begin(as, body)).file).not.toBe(again.file);
    expect((await uploadOf(as.UserKey)).validUntil).toBeGreaterThan(Date.now() + DAY - 60_000);
  });

  it('anew for a dealer as whom its user is shown', async () => {
    const [as, body] = [await anEngineer(), Buffer.from('a prompt')];
    const prompt = announced('speech', body);
    const own = await ask(ota.requestUpload, { ...prompt, as });
    await putPart(own.parts[0]!, body);
    const { token } = await aShownSession(as, 220);
    expect((await call(ota.completeUpload, { ...prompt, as: token })).status).toBe(404);
    const shown = await ask(ota.requestUpload, { ...prompt, as: token });
    expect(shown.file).toMatch(new RegExp(`^uploaded/220/${as.UserKey}/`));
    expect(openOf(shown)).toEqual([1]);
    await putPart(shown.parts[0]!, body);
    expect(await ask(ota.completeUpload, { ...prompt, as: token })).toEqual({ file: shown.file });
    // What is shown for 220 is not what was uploaded for the own dealer.
    expect((await ask(ota.requestUpload, { ...prompt, as })).file).toMatch(new RegExp(`^uploaded/1/${as.UserKey}/`));
  });

  it('until it is aborted, which deletes what has arrived', async () => {
    const [as, body] = [await anEngineer(), aFile(1000)];
    const { file, parts } = await begin(as, body);
    await putPart(parts[0]!, body);
    const at = { Bucket: FIRMWARE, Key: arrivingKey(file), UploadId: (await uploadOf(as.UserKey)).uploadId };
    expect((await arrivedParts(at))?.size).toBe(1);
    await ask(ota.abortUpload, { ...announced('firmware', body), as });
    expect(await arrivedParts(at)).toBeUndefined();
    expect((await complete(as, body)).status).toBe(404);
    expect(openOf(await begin(as, body))).toEqual([1]);
  });
});

describe('an uploaded file', () => {
  it('lies where buckets delete it after a day until a version takes it, and is kept from then on', async () => {
    const [as, body] = [await anEngineer(), aFile(1000)];
    const file = await uploaded(as, 'firmware', body);
    expect(await Promise.all([isThere(file), isThere(arrivingKey(file))])).toEqual([false, true]);
    const version = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: `6.${process.pid % 1000}.0.2` } as const;
    expect(await ask(ota.create, { ...version, file, as })).toMatchObject({ location: file });
    await deleteFile(FIRMWARE, arrivingKey(file));
    expect(await isThere(file)).toBe(true);
    const { sha256 } = announced('firmware', body);
    expect(await fileFacts(FIRMWARE, file, MB)).toEqual({ bytes: 1000, sha256 });
  });

  it('of a voice prompt is kept once it is sent, and can be sent again later', async () => {
    const as = await aUser({ dealer: 1, flags: ['ENGINEER'] });
    const { UnitSerNum: serialNumber } = await aUnit({ dealer: 220, AllowOTAUpdate: 1 });
    const file = await uploaded(as, 'speech', aFile(1000), 'prompt.wav');
    const send = (speechIndex: number) =>
      ask(ota.upload, { serialNumber, type: 'SPEECH', file, speechIndex, immediately: false, as });
    await send(1);
    await deleteFile(process.env.VOICE_FILES_BUCKET!, arrivingKey(file));
    await send(2);
    const { messages } = await ask(ota.checkForUpdates, { UnitSerNum: serialNumber, as });
    expect(messages.map(({ messageDetail }) => messageDetail).sort()).toEqual(['Prompt 1', 'Prompt 2']);
  });

  it('that was not taken within a day is refused', async () => {
    const [as, body] = [await anEngineer(), aFile(1000)];
    const file = await uploaded(as, 'firmware', body);
    await deleteFile(FIRMWARE, arrivingKey(file));
    const version = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: `6.${process.pid % 1000}.0.3` } as const;
    const { status, body: answer } = await call(ota.create, { ...version, file, as });
    expect([status, answer.message]).toEqual([422, 'The file has not arrived. Upload it again']);
  });
});

describe('an upload is refused', () => {
  it('before anything is begun if it is too large, empty or has no digest', async () => {
    const as = await anEngineer();
    const good = announced('firmware', Buffer.from('x'));
    const messageOf = async (given: object) => {
      const { status, body } = await call(ota.requestUpload, { ...good, ...given, as });
      return [status, body.issues?.[0]?.message];
    };
    expect(await messageOf({ bytes: 1024 * MB })).toEqual([422, 'A file has at most 64 MB']);
    expect(await messageOf({ bytes: 0 })).toEqual([422, 'The file is empty']);
    expect(await messageOf({ sha256: 'f00' })).toEqual([422, 'Not a SHA-256 in hexadecimal']);
    const { data } = await FileUploadEntity.query.byUser({ userKey: as.UserKey }).go();
    expect(data).toEqual([]);
  });

  it('while parts are missing or have another size, which the signed address holds', async () => {
    const [as, body] = [await anEngineer(), aFile()];
    const { parts } = await begin(as, body);
    await putPart(parts[0]!, body);
    await putPart({ ...parts[2]!, bytes: 10 }, body);
    const { status, body: answer } = await complete(as, body);
    expect([status, answer.message]).toEqual([422, '2 of 3 parts have not arrived. Upload the file again']);
    const signed = new URL(parts[2]!.url!).searchParams;
    expect(signed.get('X-Amz-SignedHeaders')).toBe('content-length;host');
    expect(openOf(await begin(as, body))).toEqual([2, 3]);
  });

  it('with more parts than the file has', async () => {
    const [as, body] = [await anEngineer(), aFile(1000)];
    const { parts } = await begin(as, body);
    const [part] = parts;
    await putPart(part!, body);
    await putPart({ ...part!, url: part!.url!.replace('partNumber=1', 'partNumber=2') }, body);
    const { status, body: answer } = await complete(as, body);
    expect([status, answer.message]).toEqual([422, 'More parts arrived than the file has. Upload it again']);
    expect(openOf(await begin(as, body))).toEqual([1]);
  });

  it('if other bytes arrived than were announced, and nothing of it stays', async () => {
    const [as, body] = [await anEngineer(), aFile(1000)];
    const { file, parts } = await begin(as, body);
    await putPart(parts[0]!, aFile(1000));
    const { status, body: answer } = await complete(as, body);
    expect([status, answer.message]).toEqual([
      422,
      'The file that arrived is not the one that was announced. Upload it again',
    ]);
    expect(await Promise.all([isThere(file), isThere(arrivingKey(file))])).toEqual([false, false]);
    expect(openOf(await begin(as, body))).toEqual([1]);
  });

  it('if it is of somebody else, who keeps it', async () => {
    const [as, other, body] = [await anEngineer(), await anEngineer(), aFile(1000)];
    const { parts } = await begin(as, body);
    await putPart(parts[0]!, body);
    const words = [404, 'You have no upload of this file. Upload it again'];
    const completed = await complete(other, body);
    expect([completed.status, completed.body.message]).toEqual(words);
    const aborted = await call(ota.abortUpload, { ...announced('firmware', body), as: other });
    expect([aborted.status, aborted.body.message]).toEqual(words);
    expect((await complete(as, body)).status).toBe(200);
  });

  it('of firmware to who is no engineer of the root dealer any more', async () => {
    const [of220, body] = [await aUser({ dealer: 220, flags: ['ENGINEER'] }), aFile(1000)];
    expect((await complete(of220, body)).status).toBe(403);
  });
});
