import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sims } from '#core/sims/contract.ts';
import { TEXT_LIMIT, TOO_MANY_TEXTS } from '#core/sims/text-message.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { CarrierChangeEntity } from '#data/sims/carriers.ts';
import { recordTextMessage } from '#data/sims/text-messages.ts';
import { UnitEntity } from '#data/units/units.ts';
import { startControlCenter } from '#local/carriers/control-center.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import type { Running } from '#local/http.ts';
import { SECRET_NAMES } from '#local/portal/values.ts';
import { startSecrets } from '#local/secrets/start.ts';
import { auditOf } from '#support/audit.ts';
import { call } from '#support/call.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';
import { secrets } from './support.ts';

const [ATT, OTHER_ATT, TELUS, ASLEEP] = [
  iccidOf(0, 5001),
  iccidOf(0, 5002),
  iccidOf(2, 5003),
  iccidOf(0, 5004),
] as const;
const sent: string[][] = [];
const open: Running[] = [];
let as: UserRecord;

beforeAll(async () => {
  const { controlCenterAtt, controlCenterTelus } = secrets;
  const stored = await startSecrets({
    port: 0,
    secrets: { [SECRET_NAMES.CARRIERS_SECRET]: { controlCenterAtt, controlCenterTelus } },
  });
  const controlCenter = await startControlCenter({
    port: 0,
    accounts: [
      { carrier: 0, ...controlCenterAtt },
      { carrier: 2, ...controlCenterTelus },
    ],
    sims: [
      ...[ATT, OTHER_ATT, TELUS].map((iccid) => simFor(iccid, { status: 'ACTIVATED' })),
      simFor(ASLEEP, { status: 'DEACTIVATED' }),
    ],
    onSms: (iccid, text) => void sent.push([iccid, text]),
  });
  open.push(stored, controlCenter);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: stored.url,
    CONTROL_CENTER_ATT_URL: controlCenter.url,
    CONTROL_CENTER_TELUS_URL: controlCenter.url,
  });
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
});
afterAll(() => Promise.all(open.map((one) => one.close())));

const POWERED = { lastPingTime: instant(TODAY), pingReason: 'Scheduled', acPower: true, lowpower: false };
const unitWith = (fields: Partial<UnitRecord>) =>
  aUnit({ dealer: 220, activeSimSlot: 0, lastPing: POWERED, ...fields });

describe('a text message', () => {
  it('goes to the SIM that the unit said it uses, before the one that it is configured for', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: TELUS, ICCID2: ATT, activeSimSlot: 1, ActiveICCID: TELUS });
    sent.length = 0;
    await call(sims.smsMessage, { UnitSerNum, textMessage: 'Reboot', as });
    expect(sent).toEqual([[TELUS, 'Reboot']]);
  });

  it('goes to the active SIM, or to the one of AT&T [P2-C39 P2-C40]', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: ATT, ICCID2: TELUS, activeSimSlot: 1 });
    sent.length = 0;
    const texts = { UnitSerNum, textMessage: 'Reboot', as };
    expect(await call(sims.smsMessage, texts)).toMatchObject({ status: 200, body: { carrier: 2 } });
    expect(await call(sims.smsMessageAT, { ...texts, textMessage: 'Hello' })).toMatchObject({
      status: 200,
      body: { carrier: 0 },
    });
    expect(sent).toEqual([
      [TELUS, 'Reboot'],
      [ATT, 'Hello'],
    ]);
    expect(await auditOf('unit', UnitSerNum)).toMatchObject([
      { action: 'send text message', dealerKey: 220, after: { text: 'Reboot', iccid: TELUS } },
      { action: 'send text message', dealerKey: 220, after: { text: 'Hello', iccid: ATT } },
    ]);
  });

  it('that is delivered twice is sent once', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: OTHER_ATT });
    sent.length = 0;
    const twice = await Promise.all([1, 2].map(() => call(sims.smsMessage, { UnitSerNum, textMessage: 'Reboot', as })));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(sent).toHaveLength(1);
    expect(await auditOf('unit', UnitSerNum)).toHaveLength(1);
  });

  it('that is written in another case is the same text', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: OTHER_ATT });
    sent.length = 0;
    const text = async (textMessage: string) => (await call(sims.smsMessage, { UnitSerNum, textMessage, as })).status;
    expect(await text('Reboot')).toBe(200);
    for (const same of ['reboot', 'REBOOT', 'Reboot.']) expect(await text(same)).toBe(429);
    expect(sent).toEqual([[OTHER_ATT, 'Reboot']]);
  });

  it('is refused after many different ones to the unit, by whoever, and to no other unit', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: OTHER_ATT });
    const limit = { kind: 'textToUnit', ...TEXT_LIMIT } as const;
    for (let count = 1; count < TEXT_LIMIT.most; count += 1) await attemptStore.count(limit, UnitSerNum, Date.now());
    sent.length = 0;
    const text = (textMessage: string) => call(sims.smsMessage, { UnitSerNum, textMessage, as });
    expect((await text('The last')).status).toBe(200);
    expect(await text('One more')).toMatchObject({ status: 429, body: { message: TOO_MANY_TEXTS } });
    const at = { UnitSerNum, textMessage: 'By another way', as: await aUser({ dealer: 22, flags: ['UNIT_EDIT'] }) };
    expect((await call(sims.smsMessageAT, at)).status).toBe(429);
    expect(sent).toEqual([[OTHER_ATT, 'The last']]);
    expect(await auditOf('unit', UnitSerNum)).toHaveLength(1);
  });

  it('that is refused is not counted', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: OTHER_ATT });
    const limit = { kind: 'textToUnit', ...TEXT_LIMIT } as const;
    for (let count = 2; count < TEXT_LIMIT.most; count += 1) await attemptStore.count(limit, UnitSerNum, Date.now());
    const text = (textMessage: string) => call(sims.smsMessage, { UnitSerNum, textMessage, as });
    expect((await text('Same')).status).toBe(200);
    expect((await text('Same')).status).toBe(429);
    expect((await text('Other')).status).toBe(200);
  });

  it('that its carrier was never asked for can be asked for again at once', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: iccidOf(1, 7_001) });
    for (let time = 0; time < 2; time++)
      expect(await call(sims.smsMessage, { UnitSerNum, textMessage: 'Reboot', as })).toMatchObject({
        status: 503,
        body: { message: 'Verizon is not set up yet' },
      });
  });

  it('that a carrier cannot deliver says so, and the audit has the request', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: ASLEEP });
    const { status } = await call(sims.smsMessage, { UnitSerNum, textMessage: 'Reboot', as });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await auditOf('unit', UnitSerNum)).toHaveLength(1);
    const { data } = await CarrierChangeEntity.query.bySim({ iccid: ASLEEP }).go();
    expect(data.map(({ step, origin }) => [step, origin?.why, origin?.actorKey])).toEqual([
      ['asked', 'unitPage', as.UserKey],
      ['unknown', 'unitPage', as.UserKey],
    ]);
  });

  it('asks no unit to connect that may not be asked', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: ATT, AllowSMSConnect: '0' });
    sent.length = 0;
    for (const textMessage of ['DoPing', 'doping', 'DOPING', 'DoPing.', ' doPing '])
      expect(await call(sims.smsMessage, { UnitSerNum, textMessage, as })).toMatchObject({
        status: 409,
        body: { message: 'This unit may not be asked by SMS to connect' },
      });
    expect(sent).toEqual([]);
  });

  it('is not for a unit without the SIM, or of another model', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: TELUS, ICCID2: undefined, UnitModel: 'MXD-LTE' });
    const texts = { UnitSerNum, textMessage: 'Reboot', as };
    expect((await call(sims.smsMessageAT, texts)).status).toBe(404);
    expect((await call(sims.smsMessage, { ...texts, UnitModel: 'myConnect' })).status).toBe(409);
  });

  it('is not recorded for a unit that has another dealer or SIM meanwhile', async () => {
    for (const moved of [{ DealerKey: 49, dealerPath: '/1/49/' }, { ICCID1: OTHER_ATT }]) {
      const was = await unitWith({ ICCID1: ATT });
      await UnitEntity.patch({ UnitSerNum: was.UnitSerNum }).set(moved).go();
      await expect(recordTextMessage(scopeOf(as), was, { slot: 1, text: 'x' }, TODAY)).rejects.toMatchObject({
        code: 'CONFLICT',
      });
    }
  });
});
