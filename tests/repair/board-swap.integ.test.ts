import { beforeAll, describe, expect, it } from 'vitest';
import { repair } from '#core/repair/contract.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { unitCallStore } from '#data/interlock/calls.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { allMessages } from '#data/unit-configuration/sync-messages.ts';
import { giveSecret } from '#data/units/give-secret.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitSecretStore } from '#data/units/unit-secrets.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { runningScope } from '#support/world.ts';

beforeAll(someDealers);

const ROOT = { dealerPath: '/1/' };
const anEngineer = (dealer = 22) => aUser({ dealer, flags: ['ENGINEER', 'UNIT_EDIT'] });

let last = 0;
const aNumber = (prefix: string) => prefix + String(++last).padStart(6, '0');
const aBoard = (overrides: Partial<UnitRecord> & { dealer?: number } = {}) =>
  aUnit({
    dealer: 220,
    UnitModel: 'MXD-LTE',
    UnitStatus: 5,
    IMEI: aNumber('351234567'),
    ICCID1: aNumber('89148000000100'),
    ICCID2: aNumber('89011702278100'),
    ...overrides,
  });
const two = async () => [await aBoard({ UnitStatus: 9 }), await aBoard()] as const;

const swapOf = (unit: UnitRecord, spare: UnitRecord) => ({
  ...{ UnitSerNum: unit.UnitSerNum, IMEI: unit.IMEI },
  ...{ SpareSerNum: spare.UnitSerNum, SpareIMEI: spare.IMEI },
});
const stored = ({ UnitSerNum }: UnitRecord) => unitStore.get(ROOT, UnitSerNum);
const found = (field: 'IMEI' | 'ICCID', text: string) => unitLookupStore.withExactly(ROOT, field, text);

/** Asks for a swap that is refused, and expects that both units are as before. */
async function refused(unit: UnitRecord, spare: UnitRecord, dealer?: number) {
  const before = await Promise.all([stored(unit), stored(spare)]);
  const { status, body } = await call(repair.swapBoard, { ...swapOf(unit, spare), as: await anEngineer(dealer) });
  expect(await Promise.all([stored(unit), stored(spare)])).toEqual(before);
  expect(await auditOf('unit', unit.UnitSerNum)).toEqual([]);
  return { status, message: (body as { message: string }).message };
}

describe('a board swap [P3-C71]', () => {
  it('gives the unit the numbers of the board, and the spare unit those of the unit, with an audit entry each', async () => {
    const as = await anEngineer();
    const [unit, spare] = await two();
    const answer = await ask(repair.swapBoard, { ...swapOf(unit, spare), as });
    expect(answer).toMatchObject({ UnitSerNum: unit.UnitSerNum, IMEI: spare.IMEI, ICCID1: spare.ICCID1 });
    const numbers = ({ IMEI, ICCID1, ICCID2 }: UnitRecord) => ({ IMEI, ICCID1, ICCID2 });
    const kept = ({ UnitID, UnitLineID, DealerKey, UnitStatus, Custom1 }: UnitRecord) => ({
      ...{ UnitID, UnitLineID, DealerKey, UnitStatus, Custom1 },
    });
    for (const [one, other] of [
      [unit, spare],
      [spare, unit],
    ] as const) {
      expect(await stored(one)).toMatchObject({ ...numbers(other), ...kept(one) });
      expect(await auditOf('unit', one.UnitSerNum)).toMatchObject([
        {
          ...{ action: 'swap board', actorKey: as.UserKey, before: numbers(one) },
          after: { ...numbers(other), boardOf: other.UnitSerNum },
        },
      ]);
    }
  });

  it('moves the look-ups, so each number finds the unit that has it now', async () => {
    const [unit, spare] = await two();
    await ask(repair.swapBoard, { ...swapOf(unit, spare), as: await anEngineer() });
    expect(await found('IMEI', unit.IMEI)).toEqual([spare.UnitSerNum]);
    expect(await found('IMEI', spare.IMEI)).toEqual([unit.UnitSerNum]);
    expect(await found('ICCID', unit.ICCID2!)).toEqual([spare.UnitSerNum]);
    expect(await found('ICCID', spare.ICCID1!)).toEqual([unit.UnitSerNum]);
  });

  it('withdraws the secrets of both boards, trusts neither by its label, and ends the connection', async () => {
    const as = await anEngineer();
    const [unit, spare] = await two();
    await giveSecret(await runningScope(as), unit, undefined, Date.now());
    const start = { bridgeId: 'bridge-1', bootId: 1, lastSequence: 0 };
    const { fence } = (await unitConnectionStore.claim(unit.UnitSerNum, start, Date.now()))!;
    const before = await unitStore.totals({ dealerKey: 220 }, 'withoutSecret');
    await ask(repair.swapBoard, { ...swapOf(unit, spare), as });
    for (const { UnitSerNum } of [unit, spare])
      expect(await unitSecretStore.get(UnitSerNum)).toEqual({ trustedByLabel: false });
    const { UnitSerNum } = unit;
    expect(await unitConnectionStore.taken([{ UnitSerNum, fence }])).toEqual([UnitSerNum]);
    const after = await unitStore.totals({ dealerKey: 220 }, 'withoutSecret');
    expect(after['MXD-LTE']).toBe(before['MXD-LTE']! + 1);
  });

  it('has each wearable forget the home Wi-Fi that its new board brings along', async () => {
    const [unit, spare] = [
      await aBoard({ UnitStatus: 9, UnitModel: 'myConnect' }),
      await aBoard({ UnitModel: 'myConnect' }),
    ];
    const began = Date.now();
    await ask(repair.swapBoard, { ...swapOf(unit, spare), as: await anEngineer() });
    for (const { UnitSerNum } of [unit, spare]) {
      const [message, ...others] = await allMessages(UnitSerNum);
      expect([message, others]).toMatchObject([{ MessageType: 'HOMEWIFIC', started: false, DealerKey: 220 }, []]);
      expect(Date.parse(String(message!.content.before))).toBeGreaterThanOrEqual(began);
      expect(await unitStore.get(ROOT, UnitSerNum)).toMatchObject({
        syncQueued: 1,
        homeAskedAt: message!.content.before,
      });
    }
    const [voice, other] = await two();
    await ask(repair.swapBoard, { ...swapOf(voice, other), as: await anEngineer() });
    for (const { UnitSerNum } of [voice, other]) expect(await allMessages(UnitSerNum)).toEqual([]);
  });

  it('that is delivered twice is done once', async () => {
    const as = await anEngineer();
    const [unit, spare] = await two();
    await ask(repair.swapBoard, { ...swapOf(unit, spare), as });
    expect((await call(repair.swapBoard, { ...swapOf(unit, spare), as })).status).toBe(409);
    expect((await stored(unit)).IMEI).toBe(spare.IMEI);
    expect(await auditOf('unit', unit.UnitSerNum)).toHaveLength(1);
  });

  it('of one board to two units at once gives it to one of them', async () => {
    const as = await anEngineer();
    const [first, spare] = await two();
    const second = await aBoard({ UnitStatus: 9 });
    const answers = await Promise.all(
      [first, second].map((one) => call(repair.swapBoard, { ...swapOf(one, spare), as })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await found('IMEI', spare.IMEI)).toHaveLength(1);
    const boards = (await Promise.all([first, second, spare].map(stored))).map(({ IMEI }) => IMEI);
    expect(boards.sort()).toEqual([first, second, spare].map(({ IMEI }) => IMEI).sort());
  });

  it('does not exist with a unit of a foreign dealer', async () => {
    const [own, foreign] = [await aBoard(), await aBoard({ dealer: 49 })];
    expect((await refused(own, foreign)).status).toBe(404);
    expect((await refused(foreign, own)).status).toBe(404);
  });

  it('is refused between dealers', async () => {
    const [unit, spare] = [await aBoard(), await aBoard({ dealer: 22 })];
    expect(await refused(unit, spare)).toMatchObject({
      status: 409,
      message: expect.stringContaining('another dealer'),
    });
  });

  it.each<[string, Partial<UnitRecord>, RegExp]>([
    ['a board in use', { UnitStatus: 9 }, /not free/],
    ['a board of another model', { UnitModel: 'myConnect' }, /model myConnect/],
  ])('is refused for %s', async (_, overrides, message) => {
    const answer = await refused(await aBoard(), await aBoard(overrides));
    expect(answer).toMatchObject({ status: 409, message: expect.stringMatching(message) });
  });

  it.each(['IMEI', 'ICCID1', 'ICCID2'] as const)('is refused for an %s that another unit has', async (field) => {
    const [unit, spare] = await two();
    await aBoard({ dealer: 49, [field]: spare[field] });
    const { status, message } = await refused(unit, spare);
    expect({ status, message }).toMatchObject({ status: 409, message: expect.stringContaining('Another unit has') });
  });

  describe('of a unit that may be needed for help', () => {
    const OUT_OF_REACH = 'What takes it out of reach has to wait: it may be needed for help';
    const BATTERY_LOW = { acPower: false, lowpower: true } as const;
    const heard = (ago: number) => ({ lastPingTime: instant(Date.now() - ago), pingReason: 'Scheduled' });

    it.each<[string, (unit: UnitRecord) => Promise<unknown>, string]>([
      [
        'has an open alarm',
        ({ UnitSerNum }) => {
          const at = instant(Date.now() - HOUR);
          const event = { timeStamp: at, receivedAt: at, sequence: 1, eventType: 'Event 101' };
          return recordAlarm(UnitSerNum, '1-1', event, { once: false }, Date.now());
        },
        'An alarm of the unit is open',
      ],
      [
        'is in a call',
        ({ UnitSerNum }) => unitCallStore.record(UnitSerNum, 'began', Date.now() - MINUTE, 1),
        'The unit is in a call',
      ],
      [
        'has a low battery',
        ({ UnitSerNum }) =>
          UnitEntity.patch({ UnitSerNum })
            .set({ lastPing: { ...heard(MINUTE), ...BATTERY_LOW } })
            .go(),
        'The battery of the unit is low',
      ],
    ])('waits while it %s', async (_, happens, reason) => {
      const [unit, spare] = await two();
      await happens(unit);
      expect(await refused(unit, spare)).toEqual({ status: 409, message: `${reason}. ${OUT_OF_REACH}` });
    });

    it('is not refused for the battery that it told of before it fell silent', async () => {
      const [unit, spare] = await two();
      const lastPing = { ...heard(60 * DAY), ...BATTERY_LOW };
      await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ lastPing }).go();
      expect((await call(repair.swapBoard, { ...swapOf(unit, spare), as: await anEngineer() })).status).toBe(200);
    });
  });

  it('is for engineers only', async () => {
    const [unit, spare] = await two();
    const as = await aUser({ dealer: 22, flags: ['ADMIN', 'UNIT_EDIT'] });
    expect((await call(repair.swapBoard, { ...swapOf(unit, spare), as })).status).toBe(403);
  });
});
