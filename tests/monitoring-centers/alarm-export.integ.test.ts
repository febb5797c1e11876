import { createHash, createPublicKey, verify } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import type { AlarmKey } from '#core/monitoring-centers/alarm.ts';
import { EXPORT_KEY_LIMIT } from '#core/monitoring-centers/alarm-export.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { alarmLines, alarmPdf } from '#web/features/monitoring-centers/alarm-pdf.ts';

const { operatorExport, exportAlarm, checkExport, exportKey, changeAlarm } = monitoringCenters;
let kim: UserRecord;
let staff: UserRecord;
let unit: UnitRecord;
let key: AlarmKey;

beforeAll(async () => {
  await someDealers();
  setClock(TODAY);
  kim = await aUser({ dealer: 220, type: 4, flags: [] });
  staff = await aUser({ dealer: 220, flags: ['REPORTS'] });
  unit = await aUnit({ dealer: 220 });
  const { UnitSerNum } = unit;
  const timeStamp = instant(TODAY - HOUR);
  const event = { timeStamp, receivedAt: timeStamp, sequence: 5, eventType: 'Event 101', zone: 2 };
  await recordAlarm(UnitSerNum, '1-5', event, { once: false }, TODAY - HOUR);
  key = { UnitSerNum, timeStamp, sequence: 5 };
  const steps = [
    { action: 'take', text: '' },
    { action: 'note', text: 'Она упала — 日本' },
    { action: 'close', text: '', closeCode: 2 },
  ] as const;
  for (const [version, step] of steps.entries()) {
    setClock(TODAY + version * MINUTE);
    await ask(changeAlarm, { ...key, version, ...step, as: kim });
  }
  setClock(TODAY + HOUR);
});

describe('the export of an alarm', () => {
  it('says everything about it, and is in the audit of its unit', async () => {
    const { content } = await ask(operatorExport, { ...key, as: kim });
    const name = fullNameOf(kim);
    expect(content).toMatchObject({
      ...{ kind: 'alarm', UnitSerNum: unit.UnitSerNum, eventType: 'Event 101', zone: 2, exportedBy: name },
      ...{ closedBy: name, closeCode: 2, secondsToAnswer: 3600, notes: [{ by: name, text: 'Она упала — 日本' }] },
    });
    expect(content.actions).toEqual(
      ['take alarm', 'write note on alarm', 'close alarm'].map((action, step) => ({
        at: instant(TODAY + step * MINUTE),
        by: name,
        action,
      })),
    );
    expect((await auditOf('unit', unit.UnitSerNum)).at(-1)).toMatchObject({ action: 'export alarm' });
  });

  it('is found genuine, however its fields are ordered, and false after any change', async () => {
    const { content, signature } = await ask(exportAlarm, { ...key, as: staff });
    const genuine = async (changed: object, by = signature) =>
      (await ask(checkExport, { content: { ...content, ...changed }, signature: by, as: staff })).genuine;
    expect(await genuine({})).toBe(true);
    const reordered = Object.fromEntries(Object.entries(content).toReversed()) as typeof content;
    expect((await ask(checkExport, { content: reordered, signature, as: staff })).genuine).toBe(true);
    expect(await genuine({ closeCode: 3 })).toBe(false);
    expect(await genuine({ notes: [] })).toBe(false);
    expect(await genuine({}, `${'A'.repeat(86)}==`)).toBe(false);
    expect(await genuine({}, `${signature.slice(0, -8)}AAAAAA==`)).toBe(false);
    const { signature: ofOther } = await ask(operatorExport, { ...key, as: kim });
    expect(await genuine({}, ofOther)).toBe(false);
    const unknown = await call(checkExport, { content: { ...content, more: 1 } as never, signature, as: staff });
    expect(unknown.status).toBe(422);
  });

  it('is checked by anybody with the public key, without the portal', async () => {
    const exported = await ask(exportAlarm, { ...key, as: staff });
    const { pem, key: raw, algorithm } = await ask(exportKey, {});
    expect(algorithm).toBe('Ed25519');
    const publicKey = createPublicKey(pem);
    expect(publicKey.export({ format: 'jwk' }).x).toBe(Buffer.from(raw, 'base64').toString('base64url'));
    // As docs/alarm-exports.md says, with nothing of the portal's code.
    const inOrder = (_: string, value: unknown) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value;
    const isSigned = (content: object) => {
      const digest = createHash('sha256').update(JSON.stringify(content, inOrder)).digest('hex');
      const signed = Buffer.from(`Watchkeep alarm export 1\n${digest}`);
      return verify(null, signed, publicKey, Buffer.from(exported.signature, 'base64'));
    };
    expect(isSigned(exported.content)).toBe(true);
    expect(isSigned({ ...exported.content, closeCode: 3 })).toBe(false);
  });

  it('does not exist for other dealers', async () => {
    const operator = await aUser({ dealer: 49, type: 4, flags: [] });
    const foreign = await aUser({ dealer: 49, flags: ['UNIT'] });
    expect((await call(operatorExport, { ...key, as: operator })).status).toBe(404);
    expect((await call(exportAlarm, { ...key, as: foreign })).status).toBe(404);
    expect((await call(exportAlarm, { ...key, sequence: 6, as: staff })).status).toBe(404);
  });

  it('says who issued the link of the operator, as does who has the alarm', async () => {
    const [issuer, other] = [await aUser({ dealer: 220, flags: ['ADMIN'] }), await aUser({ dealer: 220, type: 4 })];
    const { token } = await ask(auth.issueEntryToken, { username: other.UserName, as: issuer });
    const as: string = (await call(auth.convert, { token })).body.token;
    const { UnitSerNum } = unit;
    const timeStamp = instant(TODAY - MINUTE);
    const event = { timeStamp, receivedAt: timeStamp, sequence: 6, eventType: 'Event 101', zone: 2 };
    await recordAlarm(UnitSerNum, '1-6', event, { once: false }, TODAY - MINUTE);
    const taken = { UnitSerNum, timeStamp, sequence: 6, action: 'take', text: '' } as const;
    const by = `${fullNameOf(other)} (by a link of ${fullNameOf(issuer)})`;
    expect(await ask(changeAlarm, { ...taken, version: 0, as })).toMatchObject({ heldBy: by, isMine: true });
    await ask(changeAlarm, { ...taken, action: 'note', text: 'Called', version: 1, as });
    await ask(changeAlarm, { ...taken, action: 'close', closeCode: 2, version: 2, as: other });
    const { content } = await ask(operatorExport, { UnitSerNum, timeStamp, sequence: 6, as });
    expect(content).toMatchObject({ exportedBy: by, heldBy: by, closedBy: fullNameOf(other), notes: [{ by }] });
    expect(content.actions.map((one) => one.by)).toEqual([by, by, fullNameOf(other)]);
  });

  it('has nothing of another alarm of the same kind and time', async () => {
    const { UnitSerNum } = unit;
    const timeStamp = instant(TODAY - 2 * MINUTE);
    for (const sequence of [7, 8]) {
      const event = { timeStamp, receivedAt: timeStamp, sequence, eventType: 'Event 101', zone: sequence };
      await recordAlarm(UnitSerNum, `1-${sequence}`, event, { once: false }, TODAY - 2 * MINUTE);
    }
    const twin = { UnitSerNum, timeStamp, text: '', as: kim };
    await ask(changeAlarm, { ...twin, sequence: 7, action: 'take', version: 0 });
    await ask(changeAlarm, { ...twin, sequence: 8, action: 'take', version: 0 });
    await ask(changeAlarm, { ...twin, sequence: 8, action: 'release', version: 1 });
    const actionsOf = async (sequence: number) =>
      (await ask(operatorExport, { UnitSerNum, timeStamp, sequence, as: kim })).content.actions.map(
        ({ action }) => action,
      );
    expect([await actionsOf(7), await actionsOf(8)]).toEqual([['take alarm'], ['take alarm', 'release alarm']]);
  });

  it('becomes a PDF, also with letters that its font does not have', async () => {
    const exported = await ask(exportAlarm, { ...key, as: staff });
    expect(alarmLines(exported)).toEqual(
      expect.arrayContaining([
        'Alarm: Personal emergency (Event 101)',
        'Ended as: Caregiver sent',
        `${instant(TODAY + MINUTE)}  ${fullNameOf(kim)}: Она упала — 日本`,
      ]),
    );
    const pdf = await alarmPdf(exported);
    expect(Buffer.from(pdf.slice(0, 5)).toString()).toBe('%PDF-');
  });

  it('has a public key that an address reads 60 times an hour', async () => {
    const statuses = new Set<number>();
    for (let reads = 0; reads <= EXPORT_KEY_LIMIT.most; reads++) statuses.add((await call(exportKey, {})).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
