import { beforeAll, describe, expect, it } from 'vitest';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ReceiverSecretEntity } from '#data/monitoring-centers/receivers.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

const KEY = '000102030405060708090a0b0c0d0e0f';
const DC09 = { kind: 'dc09', main: 'receiver.example.net:12000', secret: KEY } as const;

let as: UserRecord;
let foreign: UserRecord[];
let named = 0;

beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['ADMIN'] });
  foreign = [await aUser({ dealer: 220, flags: ['ADMIN'] }), await aUser({ dealer: 49, flags: ['ENGINEER'] })];
});

const aCenter = async () =>
  (await ask(monitoringCenters.add, { name: `Receiver centre ${++named}`, protocol: 3, as })).mcKey;
const refusal = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];
const secretOf = async (mcKey: string) => (await ReceiverSecretEntity.get({ mcKey }).go()).data?.secret;

describe('the receiver of a monitoring centre', () => {
  it('is set with a key that no answer and no audit entry contains', async () => {
    const mcKey = await aCenter();
    expect(await ask(monitoringCenters.receiver, { mcKey, as })).toEqual({});
    const receiver = await ask(monitoringCenters.setReceiver, { mcKey, version: 0, ...DC09, accountPrefix: '7a', as });
    expect(receiver).toEqual({
      ...{ mcKey, version: 1, kind: 'dc09', main: DC09.main, second: '', accountPrefix: '7A', tests: {} },
      secretSince: expect.any(String),
    });
    expect(await ask(monitoringCenters.receiver, { mcKey, as })).toEqual({ receiver });
    expect(await secretOf(mcKey)).toBe(KEY);
    const entries = await auditOf('monitoringCenter', mcKey);
    expect(JSON.stringify(entries)).not.toContain(KEY);
    expect(entries.map(({ action }) => action)).toContain('set receiver');
  });

  it('keeps its key when none is entered, and needs another one for another kind', async () => {
    const mcKey = await aCenter();
    await ask(monitoringCenters.setReceiver, { mcKey, version: 0, ...DC09, as });
    const moved = { mcKey, version: 1, kind: 'dc09', main: 'other.example.net:1', as } as const;
    expect(await ask(monitoringCenters.setReceiver, moved)).toMatchObject({ version: 2, main: 'other.example.net:1' });
    expect(await secretOf(mcKey)).toBe(KEY);
    const webhook = { mcKey, version: 2, kind: 'webhook', main: 'https://receiver.example.net/alarms', as } as const;
    expect(refusal(await call(monitoringCenters.setReceiver, webhook))).toEqual([422, 'The key is missing']);
  });

  it('gets a key that is sent only at servers for which somebody entered it', async () => {
    const mcKey = await aCenter();
    const first = {
      kind: 'scaip',
      main: 'https://a.example.net/scaip',
      second: 'https://b.example.net:8443/',
    } as const;
    const secret = 'k'.repeat(40);
    await ask(monitoringCenters.setReceiver, { mcKey, version: 0, ...first, secret, as });
    const move = (input: object) => call(monitoringCenters.setReceiver, { mcKey, version: 1, ...first, ...input, as });
    for (const elsewhere of [
      { main: 'https://c.example.net/scaip' },
      { second: 'https://c.example.net/' },
      { main: 'https://a.example.net:444/scaip' },
      { main: 'http://a.example.net/scaip' },
      { main: 'https://a.example.net.c.example.net/scaip' },
      { second: 'https://b.example.net/' },
    ])
      expect(refusal(await move(elsewhere)), JSON.stringify(elsewhere)).toEqual([
        422,
        'Enter the key again: it was entered for another server',
      ]);
    expect((await move({ main: first.second, second: 'https://A.example.net/other?way=1' })).status).toBe(200);
    expect(
      (await move({ version: 2, main: 'https://c.example.net/', second: '', secret: 'n'.repeat(40) })).status,
    ).toBe(200);
    expect((await move({ version: 3, main: first.main, second: '' })).status).toBe(422);
  });

  it('gets a login of SIP only at servers for which somebody entered it', async () => {
    const mcKey = await aCenter();
    const first = { kind: 'sip', main: 'sips:alarms@a.example.net', second: 'sips:alarms@b.example.net:5071' } as const;
    const secret = 'watchkeep:a-long-password';
    await ask(monitoringCenters.setReceiver, { mcKey, version: 0, ...first, secret, as });
    expect(await secretOf(mcKey)).toBe(secret);
    expect(JSON.stringify(await auditOf('monitoringCenter', mcKey))).not.toContain(secret);
    const move = (input: object) => call(monitoringCenters.setReceiver, { mcKey, version: 1, ...first, ...input, as });
    for (const elsewhere of [
      { main: 'sips:alarms@c.example.net' },
      { main: 'sips:alarms@a.example.net:5062' },
      { main: 'sip:alarms@a.example.net:5061;transport=tcp' },
      { second: 'sips:alarms@b.example.net' },
    ])
      expect(refusal(await move(elsewhere)), JSON.stringify(elsewhere)).toEqual([
        422,
        'Enter the key again: it was entered for another server',
      ]);
    expect((await move({ main: 'sips:other@A.example.net:5061' })).status).toBe(200);
  });

  it('is refused with an address or a key of another kind', async () => {
    const mcKey = await aCenter();
    const set = (input: { kind: 'dc09' | 'webhook'; main: string; second?: string; secret?: string }) =>
      call(monitoringCenters.setReceiver, { mcKey, version: 0, secret: KEY, as, ...input });
    const noHost = 'Enter host and port, such as receiver.example.net:12000';
    const noWeb = 'Enter an address that begins with https://, without user name and fragment';
    for (const main of ['receiver.example.net', 'receiver.example.net:0', 'https://receiver.example.net:1', 'a b:1'])
      expect(refusal(await set({ kind: 'dc09', main })), main).toEqual([422, noHost]);
    for (const main of ['ftp://a.example', 'https://user@a.example/', 'https://a.example/#b', 'receiver.example.net:1'])
      expect(refusal(await set({ kind: 'webhook', main })), main).toEqual([422, noWeb]);
    expect(refusal(await set({ kind: 'webhook', main: 'https://[[/' }))).toEqual([422, 'The address has no host']);
    expect(refusal(await set({ ...DC09, second: DC09.main }))).toEqual([
      422,
      'The second address must differ from the first',
    ]);
    expect(refusal(await set({ ...DC09, secret: 'abc' }))).toEqual([
      422,
      'The key of DC-09 has 32, 48 or 64 hexadecimal digits',
    ]);
    const scaip = { kind: 'scaip', main: 'https://receiver.example.net/scaip' } as const;
    expect(
      refusal(await call(monitoringCenters.setReceiver, { mcKey, version: 0, ...scaip, secret: 'a b'.repeat(20), as })),
    ).toEqual([422, 'The key of SCAIP has letters, digits and -._~+/= only']);
    const sip = { kind: 'sip', main: 'sips:alarms@receiver.example.net' } as const;
    const setSip = (input: object) =>
      call(monitoringCenters.setReceiver, { mcKey, version: 0, ...sip, secret: 'a:a-long-password', ...input, as });
    for (const main of ['https://receiver.example.net', 'sips:receiver.example.net', 'sips:a@b.example\r\nX: 1', 'a@b'])
      expect(refusal(await setSip({ main })), main).toEqual([
        422,
        'Enter an address such as sips:alarms@receiver.example.net:5061',
      ]);
    for (const secret of ['k'.repeat(40), 'a:', 'a b:a-long-password', 'a"b:a-long-password', 'a:with a space in it'])
      expect(refusal(await setSip({ secret })), secret).toEqual([
        422,
        'Enter name:password. The password has letters, digits and signs, without spaces',
      ]);
    expect((await ask(monitoringCenters.receiver, { mcKey, as })).receiver).toBeUndefined();
  });

  it('is refused in a private network, except on one machine', async () => {
    const mcKey = await aCenter();
    const set = (input: object) => call(monitoringCenters.setReceiver, { mcKey, version: 0, ...DC09, ...input, as });
    const secret = 'x'.repeat(32);
    process.env.STAGE = 'production';
    for (const main of ['127.0.0.1:12000', '10.1.2.3:12000', '[::1]:12000', 'localhost:12000'])
      expect(refusal(await set({ main })), main).toEqual([422, 'The address belongs to a private network']);
    for (const main of ['https://169.254.169.254/', 'https://0x7f.1/', 'https://[fd00::1]/a', 'https://localhost/'])
      expect(refusal(await set({ kind: 'webhook', main, secret })), main).toEqual([
        422,
        'The address belongs to a private network',
      ]);
    expect((await set({ kind: 'webhook', main: 'http://receiver.example.net/', secret })).status).toBe(422);
    const login = { kind: 'sip', secret: 'watchkeep:a-long-password' };
    for (const host of ['127.0.0.1', '10.1.2.3:5061', '[::1]', '[fd00::1]:5061', 'localhost'])
      expect(refusal(await set({ ...login, main: `sips:alarms@${host}` })), host).toEqual([
        422,
        'The address belongs to a private network',
      ]);
    expect(refusal(await set({ ...login, main: 'sip:alarms@receiver.example.net;transport=tcp' }))).toEqual([
      422,
      'Enter an address such as sips:alarms@receiver.example.net:5061',
    ]);
    process.env.STAGE = 'local';
    expect((await set({ main: '127.0.0.1:12000' })).status).toBe(200);
  });

  it('is changed in the version that was read, and removed with its key', async () => {
    const mcKey = await aCenter();
    await ask(monitoringCenters.setReceiver, { mcKey, version: 0, ...DC09, as });
    const late = await call(monitoringCenters.setReceiver, { mcKey, version: 0, ...DC09, as });
    expect(refusal(late)).toEqual([409, 'Somebody else changed the receiver meanwhile. Please load it again']);
    expect(refusal(await call(monitoringCenters.remove, { mcKey, version: 1, as }))).toEqual([
      409,
      'Remove the receiver of the monitoring centre first',
    ]);
    expect((await call(monitoringCenters.removeReceiver, { mcKey, version: 9, as })).status).toBe(409);
    await ask(monitoringCenters.removeReceiver, { mcKey, version: 1, as });
    expect(await secretOf(mcKey)).toBeUndefined();
    expect(await ask(monitoringCenters.receiver, { mcKey, as })).toEqual({});
  });

  it('does not exist for other dealers', async () => {
    const mcKey = await aCenter();
    await ask(monitoringCenters.setReceiver, { mcKey, version: 0, ...DC09, as });
    for (const other of foreign) {
      expect((await call(monitoringCenters.receiver, { mcKey, as: other })).status).toBe(404);
      expect((await call(monitoringCenters.setReceiver, { mcKey, version: 1, ...DC09, as: other })).status).toBe(404);
      expect((await call(monitoringCenters.removeReceiver, { mcKey, version: 1, as: other })).status).toBe(404);
    }
  });
});
