import { beforeAll, describe, expect, it } from 'vitest';
import { history } from '#core/history/contract.ts';
import type { HistoryEntry } from '#core/history/entry.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { recordReportedChange } from '#data/history/change-log.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { type Answer, ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

let user: UserRecord;
beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['UNIT_EDIT'], first: 'Ann', last: 'Lee' });
});

const RANGE = { startDate: instant(TODAY - DAY), endDate: instant(TODAY + DAY) };
const logged = (at: number, sequence = 1) => ({ timeStamp: instant(at), receivedAt: instant(at), sequence });

const record = {
  ping: (UnitSerNum: string, id: string, at: number) =>
    unitLogStore.recordPing(UnitSerNum, id, { ...logged(at), pingReason: 'Scheduled' }),
  event: (UnitSerNum: string, id: string, at: number, more: object = {}) =>
    unitLogStore.recordEvent(UnitSerNum, id, { ...logged(at), eventType: 'Event 101', ...more }),
  call: (UnitSerNum: string, id: string, at: number) =>
    unitLogStore.recordCall(UnitSerNum, id, {
      ...logged(at),
      direction: 'outgoing',
      outcome: 'answered',
      startedAt: instant(at - MINUTE),
      durationSeconds: 60,
    }),
  accessory: (unit: { UnitSerNum: string; DealerKey: number }, id: string, at: number) =>
    recordReportedChange(unit, {
      id,
      at,
      action: 'report accessory',
      after: { zone: 3, RFCode: 'A1B2', state: 'added' },
    }),
};

type Log = 'pingLog' | 'eventLog' | 'chlogUnit' | 'chlogRFMap' | 'chlogProfileUnitData' | 'getCombined' | 'callMetrics';

/** Every page of a log. */
async function pagesOf<Item>(log: Log, id: string, pageSize: number): Promise<Item[][]> {
  const pages: Item[][] = [];
  let cursor: string | null = null;
  do {
    const { body }: Answer = await call(history[log], {
      id,
      ...RANGE,
      pageSize,
      ...(cursor !== null && { cursor }),
      as: user,
    });
    pages.push(body.items);
    cursor = body.cursor;
  } while (cursor !== null);
  return pages;
}

describe('the combined log of a unit', () => {
  it('has everything once, the newest first, in pages of any size [P2-C66]', async () => {
    setClock(TODAY);
    const unit = await aUnit();
    const { UnitSerNum } = unit;
    for (let index = 0; index < 5; index++) await record.ping(UnitSerNum, `1-${index}`, TODAY - index * HOUR);
    // Two entries of one moment and one report.
    await record.event(UnitSerNum, '1-2', TODAY - 2 * HOUR);
    await record.call(UnitSerNum, '1-7', TODAY - 90 * MINUTE);
    await record.accessory(unit, '1-8', TODAY - 3 * HOUR);
    await ask(units.setReporting, { UnitSerNum, Report: unit.Report === 1 ? 0 : 1, as: user });
    const expected = ['change', 'ping', 'ping', 'call', 'ping', 'event', 'change', 'ping', 'ping'];
    for (const pageSize of [1, 2, 3, 8, 9, 10]) {
      const pages = await pagesOf<HistoryEntry>('getCombined', UnitSerNum, pageSize);
      const entries = pages.flat();
      expect(entries.map(({ at }) => at)).toEqual(
        entries
          .map(({ at }) => at)
          .toSorted()
          .reverse(),
      );
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      expect(entries.map(({ is }) => is).toSorted()).toEqual(expected.toSorted());
      expect(pages.slice(0, -1).every((page) => page.length === pageSize)).toBe(true);
    }
  });

  it('goes on only in its own range and its own logs', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit();
    for (let index = 0; index < 3; index++) await record.ping(UnitSerNum, `1-${index}`, TODAY - index * HOUR);
    const asked = { id: UnitSerNum, ...RANGE, pageSize: 1, as: user };
    const { cursor } = await ask(history.getCombined, asked);
    const refused = { status: 422, body: { issues: [{ path: 'cursor' }] } };
    for (const wrong of ['x', Buffer.from('ping 2026').toString('base64url')])
      expect(await call(history.getCombined, { ...asked, cursor: wrong })).toMatchObject(refused);
    expect(
      await call(history.getCombined, { ...asked, endDate: instant(TODAY - 20 * HOUR), cursor: cursor! }),
    ).toMatchObject(refused);
  });

  it('begins no earlier than 2017-01-01 [P2-V01 P2-K53 P3-K30]', async () => {
    setClock(TODAY);
    const { UnitSerNum: id } = await aUnit();
    const early = { id, startDate: '2016-12-31T09:59:59.999Z', endDate: RANGE.endDate, as: user };
    const message = 'The history begins on 2017-01-01';
    for (const log of [
      'pingLog',
      'eventLog',
      'chlogUnit',
      'chlogRFMap',
      'chlogProfileUnitData',
      'getCombined',
      'callMetrics',
    ] as const)
      expect(await call(history[log], early)).toMatchObject({
        status: 422,
        body: { issues: [{ path: 'startDate', message }] },
      });
    expect(await call(history.timeline, { ...early, timeZone: 'UTC' })).toMatchObject({ status: 422 });
    expect((await call(history.getCombined, { ...early, startDate: '2017-01-01T00:00:00Z' })).status).toBe(200);
  });
});

describe('the change logs of a unit', () => {
  it('have the changes by people, in the words of the audit [P2-C63]', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit({ Report: 1 });
    for (const Report of [0, 1] as const) {
      setClock(TODAY + Report * MINUTE);
      await ask(units.setReporting, { UnitSerNum, Report, as: user });
    }
    const [changes] = await pagesOf<Record<string, unknown>>('chlogUnit', UnitSerNum, 10);
    expect(changes).toHaveLength(2);
    expect(changes![1]).toMatchObject({
      kind: 'user',
      action: 'switch reporting',
      actorName: user.UserName,
      actorFullName: 'Ann Lee',
      before: { Report: 1 },
      after: { Report: 0 },
    });
    expect(await pagesOf('chlogRFMap', UnitSerNum, 10)).toEqual([[]]);
    expect(await pagesOf('chlogProfileUnitData', UnitSerNum, 10)).toEqual([[]]);
  });

  it('have the changes of the RF map in a log of their own, once [P2-C64]', async () => {
    setClock(TODAY);
    const unit = await aUnit();
    for (let times = 0; times < 2; times++) await record.accessory(unit, '1-8', TODAY - HOUR);
    const [changes] = await pagesOf<Record<string, unknown>>('chlogRFMap', unit.UnitSerNum, 10);
    expect(changes).toHaveLength(1);
    expect(changes![0]).toMatchObject({
      kind: 'accessory',
      action: 'report accessory',
      after: { zone: 3, RFCode: 'A1B2', state: 'added' },
    });
    expect(await pagesOf('chlogUnit', unit.UnitSerNum, 10)).toEqual([[]]);
  });
});

describe('the call metrics of a unit', () => {
  it('are its calls, the newest first [P2-C67]', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit();
    for (const index of [1, 2]) await record.call(UnitSerNum, `1-${index}`, TODAY - index * HOUR);
    const [calls] = await pagesOf<Record<string, unknown>>('callMetrics', UnitSerNum, 10);
    expect(calls!.map(({ timeStamp }) => timeStamp)).toEqual([instant(TODAY - HOUR), instant(TODAY - 2 * HOUR)]);
    expect(calls![0]).toMatchObject({ direction: 'outgoing', outcome: 'answered', durationSeconds: 60 });
  });
});

describe('the event log with its choice', () => {
  it('leaves out supervisory signals and disabled events, and fills its pages all the same', async () => {
    setClock(TODAY);
    const { UnitSerNum: id } = await aUnit();
    for (let index = 0; index < 12; index++)
      await record.event(id, `1-${index}`, TODAY - index * MINUTE, {
        eventType: index % 3 === 0 ? 'Event 101' : index % 3 === 1 ? 'Event 602' : 'Event 130',
        ...(index % 3 === 2 && { disabled: true }),
      });
    const asked = { id, ...RANGE, pageSize: 4, as: user };
    const typesOf = async (choice: object) =>
      (await ask(history.eventLog, { ...asked, ...choice })).items.map(({ eventType }) => eventType);
    expect(await typesOf({})).toEqual(['Event 101', 'Event 602', 'Event 130', 'Event 101']);
    expect(await typesOf({ supervisory: 'false' })).toEqual(['Event 101', 'Event 130', 'Event 101', 'Event 130']);
    expect(await typesOf({ disabled: 'false' })).toEqual(['Event 101', 'Event 602', 'Event 101', 'Event 602']);
    expect(await typesOf({ supervisory: 'false', disabled: 'false' })).toEqual(Array(4).fill('Event 101'));
  });

  it('reads no more than ten pages for one, and goes on from there', async () => {
    setClock(TODAY);
    const { UnitSerNum: id } = await aUnit();
    for (let index = 0; index < 12; index++)
      await record.event(id, `1-${index}`, TODAY - index * MINUTE, {
        eventType: index === 11 ? 'Event 101' : 'Event 602',
      });
    const asked = { id, ...RANGE, pageSize: 1, supervisory: 'false', as: user } as const;
    const first = await ask(history.eventLog, asked);
    expect(first.items).toEqual([]);
    const second = await ask(history.eventLog, { ...asked, cursor: first.cursor! });
    expect(second.items.map(({ eventType }) => eventType)).toEqual(['Event 101']);
  });
});
