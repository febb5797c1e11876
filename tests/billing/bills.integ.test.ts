import { beforeAll, describe, expect, it } from 'vitest';
import { progressOf } from '#core/billing/bill.ts';
import type { BillingState, BillLine } from '#core/billing/bill-line.ts';
import { billedDays } from '#core/billing/billed-days.ts';
import { BILLING_ZONE } from '#core/billing/charges.ts';
import { daysOfPeriod } from '#core/billing/period.ts';
import { totalsOf, typeRowsOf } from '#core/billing/totals.ts';
import { DAY } from '#core/time.ts';
import { billLineStore, billStore } from '#data/billing/bills.ts';
import {
  BillEntity,
  BillingRateEntity,
  BillingRunEntity,
  BillLineEntity,
  BillTypeEntity,
} from '#data/billing/entities.ts';
import { billingRunStore, makeBillsStep } from '#data/billing/make-bills.ts';
import { rateReader } from '#data/billing/rates.ts';
import { billingStateStore } from '#data/billing/states.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { cancelTransactions, loseTable } from '#support/table-faults.ts';

beforeAll(async () => {
  await someDealers();
  const rate = { DealerKey: 1, UnitModel: 'MXD-LTE', from: '2026-01-01', version: 1 } as const;
  await BillingRateEntity.put([
    { ...rate, id: '1', forDealer: 22, Type: 'Service', cents: 1240 },
    { ...rate, id: '2', forDealer: 1, Type: 'Service', cents: 930 },
    { ...rate, id: '3', forDealer: 1, Type: 'Activation', cents: 500 },
  ]).go();
});

const statesOf = (UnitSerNum: string) => billingStateStore.of(UnitSerNum);

describe('what bills need of a unit', () => {
  it('is noted from its activation on, once for each change, in the order of the changes', async () => {
    const stream = await aStreamReader();
    const { UnitSerNum } = await aUnit({ dealer: 22, ICCID1State: 15, ICCID2State: 15 });
    await follow(await stream.next());
    expect(await statesOf(UnitSerNum)).toEqual([]);
    for (const change of [
      { ICCID1State: 14 },
      { Custom1: 'in the shop' },
      { DealerKey: 49 },
      { ICCID1State: 15 },
      { DealerKey: 22 },
    ])
      await UnitEntity.patch({ UnitSerNum }).set(change).go();
    await follow((await stream.next()).toReversed(), { times: 2 });
    expect((await statesOf(UnitSerNum)).map(({ dealer, active }) => [dealer, active])).toEqual([
      [22, true],
      [49, true],
      [49, false],
    ]);
  });

  it('stays in service while the carrier has not done what it was asked, and ends with that', async () => {
    const stream = await aStreamReader();
    const { UnitSerNum } = await aUnit({ dealer: 22, ICCID1State: 14, ICCID2State: 15 });
    for (const ICCID1State of [34, 14, 34, 15] as const)
      await UnitEntity.patch({ UnitSerNum }).set({ ICCID1State }).go();
    await follow(await stream.next(), { times: 2 });
    expect((await statesOf(UnitSerNum)).map(({ active }) => active)).toEqual([true, true, true, true, false]);
  });

  it('says that a board in service came from another unit', async () => {
    const stream = await aStreamReader();
    const { UnitSerNum } = await aUnit({ dealer: 22, ICCID1State: 15, ICCID2State: 15 });
    const board = { IMEI: '990000862471854', ICCID1: '89011700000000009901', ICCID1State: 14 } as const;
    await UnitEntity.patch({ UnitSerNum }).set(board).go();
    await follow(await stream.next(), { times: 2 });
    expect(await statesOf(UnitSerNum)).toMatchObject([{ active: true, boardInService: true }]);
  });

  it('has the time of the change, however late the stream delivers it', async () => {
    const stream = await aStreamReader();
    const at = Date.parse('2026-10-19T05:59:58Z');
    setClock(at);
    const { UnitSerNum } = await aUnit({ dealer: 22, ICCID1State: 14 });
    const changes = await stream.next();
    setClock(at + 2 * DAY);
    await follow(changes);
    expect(await statesOf(UnitSerNum)).toMatchObject([{ at, active: true }]);
  });

  it('ends with its last change, which is never before the one that it follows', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 22, ICCID1State: 15 });
    const at = Date.parse('2026-10-20T12:00:00.500Z');
    const note = (sequence: string, state: Pick<BillingState, 'at' | 'active'>) =>
      billingStateStore.note(
        { UnitSerNum, UnitModel: 'MXD-LTE', sequence, state: { dealer: 22, FullUnitID: 'A', ...state } },
        state.at,
      );
    await note('1', { at, active: true });
    await note('2', { at: at - 500, active: false });
    const days = billedDays(await statesOf(UnitSerNum), daysOfPeriod('2026-11'), BILLING_ZONE);
    expect([...days]).toEqual([]);
  });

  it('are in the order of their times, although a new stream counts from a lower number', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 22, ICCID1State: 15 });
    const note = (sequence: string, day: string, active: boolean) => {
      const state = { dealer: 22, FullUnitID: 'A', at: Date.parse(`${day}T12:00:00Z`), active };
      return billingStateStore.note({ UnitSerNum, UnitModel: 'MXD-LTE', sequence, state }, state.at);
    };
    await note('9', '2026-10-25', true);
    await note('1', '2026-10-28', false);
    const days = billedDays(await statesOf(UnitSerNum), daysOfPeriod('2026-11'), BILLING_ZONE);
    expect([...days.keys()]).toEqual(['2026-10-25', '2026-10-26', '2026-10-27', '2026-10-28']);
  });
});

describe('the bills of a period', () => {
  const random = seededRandom(7);
  const BEGIN = Date.parse('2026-09-20T12:00:00Z');
  let sequence = 0;
  const note = (UnitSerNum: string, state: Omit<BillingState, 'FullUnitID'>, notedAt = state.at) =>
    billingStateStore.note(
      {
        UnitSerNum,
        UnitModel: 'MXD-LTE',
        sequence: String(sequence++).padStart(40, '0'),
        state: { ...state, FullUnitID: `A${UnitSerNum}` },
      },
      notedAt,
    );
  const DEALERS = [22, 220, 49];

  async function linesOf(period: string, dealer: number): Promise<BillLine[]> {
    const lines: BillLine[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await billLineStore.list(period, dealer, { pageSize: 25, cursor });
      lines.push(...page.items.map(({ line }) => line));
      if (page.cursor === null) return lines;
      cursor = page.cursor;
    }
  }

  const finish = async (period: string, now: number) => {
    const ratesOf = rateReader();
    while (await makeBillsStep(period, ratesOf, now));
  };

  beforeAll(async () => {
    for (let number = 0; number < 60; number++) {
      let at = BEGIN;
      for (let change = 0; change <= random.between(0, 4); change++) {
        at += random.between(1, 20) * DAY;
        await note(String(700_000 + number), { at, dealer: random.pick(DEALERS), active: random.chance(0.8) });
      }
    }
  });

  it('are made by two workers at once that are refused and repeated, and add up to every total', async () => {
    const now = Date.parse('2026-11-19T18:00:00Z');
    setClock(now);
    expect(await billingRunStore.due(now)).toEqual(['2026-11']);
    expect(progressOf(await billingRunStore.get('2026-11'), true)).toBeNull();
    await makeBillsStep('2026-11', rateReader(), now);
    const { of } = (await billingRunStore.get('2026-11'))!;
    expect(progressOf(await billingRunStore.get('2026-11'), true)).toMatchObject({ units: { done: 10, of } });
    const refused = cancelTransactions(3);
    await Promise.all([finish('2026-11', now), finish('2026-11', now)]);
    expect(refused()).toBeGreaterThan(3);
    expect(await billingRunStore.due(now)).toEqual([]);

    const bills = (await billStore.list('2026-11', { pageSize: 100 })).items;
    const all: BillLine[] = [];
    for (const { period: _, DealerKey, ratesPath: __, BillingCode: ___, ...totals } of bills) {
      const lines = await linesOf('2026-11', DealerKey);
      expect(totals).toEqual(totalsOf(lines));
      const { items: types } = await billStore.types('2026-11', DealerKey, { pageSize: 100 });
      const key = ({ Type, UnitModel, Rate }: { Type: string; UnitModel: string; Rate: number }) =>
        `${Type} ${UnitModel} ${Rate}`;
      expect(Object.fromEntries(types.map((row) => [key(row), [row.TypeCount, row.TypeSum]]))).toEqual(
        Object.fromEntries(typeRowsOf(lines).map((row) => [key(row), [row.TypeCount, row.TypeSum]])),
      );
      all.push(...lines);
    }
    expect(bills.map(({ DealerKey }) => DealerKey)).toEqual([22, 49, 220]);
    expect(await billingRunStore.get('2026-11')).toMatchObject({ ...totalsOf(all), units: of });
  });

  it('are the same after the work was killed at any write, and went on', async () => {
    const now = Date.parse('2026-11-19T18:30:00Z');
    const partsOf = async () => {
      const bills = (await billStore.list('2026-11', { pageSize: 100 })).items;
      const lines = await Promise.all(DEALERS.map((dealer) => linesOf('2026-11', dealer)));
      const types = await Promise.all(DEALERS.map((dealer) => billStore.types('2026-11', dealer, { pageSize: 100 })));
      return { bills, lines, types: types.map(({ items }) => items) };
    };
    const made = await partsOf();
    const run = await billingRunStore.get('2026-11');
    const again = async () => {
      await BillEntity.delete(made.bills).go();
      await BillTypeEntity.delete(made.types.flat()).go();
      for (const dealer of DEALERS) {
        const { data } = await BillLineEntity.query
          .byBill({ period: '2026-11', DealerKey: dealer })
          .go({ pages: 'all' });
        await BillLineEntity.delete(data).go();
      }
      await BillingRunEntity.delete({ all: 'all', period: '2026-11' }).go();
      await billingRunStore.due(now);
    };
    for (const when of ['before', 'after'] as const) {
      await again();
      let killed = 0;
      for (;;) {
        // Each life of the worker ends at its first or second write.
        const back = loseTable(1 + (killed % 2), when);
        const end = await finish('2026-11', now).then(
          () => 'finished',
          () => 'killed',
        );
        back();
        if (end === 'finished') break;
        killed++;
      }
      expect(killed).toBeGreaterThan(3);
      expect(await partsOf()).toEqual(made);
      const { startedAt: _, closedAt: __, ...totals } = (await billingRunStore.get('2026-11'))!;
      expect(run).toMatchObject(totals);
    }
  });

  it('use the rates of the nearest dealer above', async () => {
    const [own, above] = await Promise.all([linesOf('2026-11', 220), linesOf('2026-11', 49)]);
    const rates = (lines: BillLine[]) =>
      new Set(lines.filter(({ Type }) => Type === 'Service').map(({ Rate }) => Rate));
    expect(rates(own)).toEqual(new Set([1240]));
    expect(rates(above)).toEqual(new Set([930]));
  });

  it('do not change once they are closed: what comes late is in the next', async () => {
    const before = await Promise.all(DEALERS.map((dealer) => linesOf('2026-11', dealer)));
    // In service for the whole period, as became known after its end.
    const now = Date.parse('2026-11-19T19:00:00Z');
    await note('799999', { at: BEGIN, dealer: 49, active: true }, now);
    expect(await makeBillsStep('2026-11', rateReader(), now)).toBe(false);
    expect(await Promise.all(DEALERS.map((dealer) => linesOf('2026-11', dealer)))).toEqual(before);

    const next = Date.parse('2026-12-19T18:00:00Z');
    setClock(next);
    expect(await billingRunStore.due(next)).toEqual(['2026-12']);
    await finish('2026-12', next);
    const late = (await linesOf('2026-12', 49)).filter(({ UnitSerNum }) => UnitSerNum === '799999');
    expect(late.map(({ Type, Date: day, cents }) => [Type, day, cents])).toEqual([
      ['Service', '2026-11-19', 930],
      ['Correction', '2026-10-19', 930],
    ]);
    expect((await linesOf('2026-12', 22)).filter(({ Type }) => Type === 'Correction')).toEqual([]);
  });

  const correctionsIn = async (period: string) =>
    (await Promise.all(DEALERS.map((dealer) => linesOf(period, dealer))))
      .flat()
      .filter(({ Type }) => Type === 'Correction')
      .map(({ dealer, UnitSerNum, Date: day, cents }) => [dealer, UnitSerNum, day, cents]);

  /** Makes the bills that are due, and dies at each second write. */
  async function finishDying(period: string, now: number): Promise<void> {
    setClock(now);
    expect(await billingRunStore.due(now)).toEqual([period]);
    for (let end = 'killed'; end === 'killed'; ) {
      const back = loseTable(2, 'after');
      end = await finish(period, now).then(
        () => 'finished',
        () => 'killed',
      );
      back();
    }
  }

  it('correct every closed period that a late change belongs to, once, although the work is killed and repeated', async () => {
    const closed = await Promise.all(['2026-11', '2026-12'].map((period) => linesOf(period, 49)));
    // Dealer 22 had the unit from October 29 on, as becomes known when two periods are closed.
    await note(
      '799999',
      { at: Date.parse('2026-10-29T12:00:00Z'), dealer: 22, active: true },
      Date.parse('2026-12-24'),
    );
    await finishDying('2027-01', Date.parse('2027-01-19T18:00:00Z'));
    expect(await correctionsIn('2027-01')).toEqual([
      [22, '799999', '2026-10-19', 840],
      [22, '799999', '2026-11-19', 1240],
      [49, '799999', '2026-10-19', -630],
      [49, '799999', '2026-11-19', -930],
    ]);
    await finishDying('2027-02', Date.parse('2027-02-19T18:00:00Z'));
    expect(await correctionsIn('2027-02')).toEqual([]);
    expect(await Promise.all(['2026-11', '2026-12'].map((period) => linesOf(period, 49)))).toEqual(closed);
  });

  it('correct closed periods after a change of a rate from its day on, and not after a move of a dealer in the tree', async () => {
    const stream = await aStreamReader();
    await note('799998', { at: BEGIN, dealer: 220, active: true }, Date.parse('2027-02-20'));
    await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/49/220/' }).go();
    await finishDying('2027-03', Date.parse('2027-03-19T18:00:00Z'));
    // Four periods of dealer 22's rate, of which the last is still that of the tree of its time.
    const before = await correctionsIn('2027-03');
    expect(before.filter(([, unit]) => unit !== '799998')).toEqual([]);
    expect(before.map(([, , day, cents]) => [day, cents])).toEqual([
      ['2026-10-19', 1240],
      ['2026-11-19', 1240],
      ['2026-12-19', 1240],
      ['2027-01-19', 1240],
    ]);

    setClock(Date.parse('2027-03-20T18:00:00Z'));
    const version = { id: '4', DealerKey: 1, version: 1 } as const;
    const rate = { ...version, forDealer: 220, Type: 'Service', UnitModel: 'MXD-LTE', from: '2027-01-19' } as const;
    await BillingRateEntity.put({ ...rate, cents: 1000 }).go();
    await follow(await stream.next(), { times: 2 });
    await finishDying('2027-04', Date.parse('2027-04-19T18:00:00Z'));
    const own = (await correctionsIn('2027-04')).filter(([, unit]) => unit === '799998');
    expect(own.map(([, , day, cents]) => [day, cents])).toEqual([
      ['2027-01-19', -240],
      ['2027-02-19', 70],
    ]);
  });

  it('are made for each period that nothing ran for', async () => {
    const now = Date.parse('2027-07-19T18:00:00Z');
    setClock(now);
    expect(await billingRunStore.due(now)).toEqual(['2027-05', '2027-06', '2027-07']);
    await BillingRunEntity.delete(['2027-05', '2027-06', '2027-07'].map((period) => ({ all: 'all', period }))).go();
  });

  describe('that were closed before a move of a dealer', () => {
    const correctionsOf = async (period: string, dealer: number) =>
      (await linesOf(period, dealer))
        .filter(({ Type }) => Type === 'Correction')
        .map(({ Date: day, cents }) => [day, cents]);

    async function finishDue(period: string): Promise<void> {
      const now = Date.parse(`${period}-19T18:00:00Z`);
      setClock(now);
      expect(await billingRunStore.due(now)).toEqual([period]);
      await finish(period, now);
    }

    /** Moves a dealer below dealer 22, whose rate is higher. A day later, a rate of a dealer without units is added. */
    async function moveAndAddRate(DealerKey: number, { from, on }: { from: string; on: string }): Promise<void> {
      await DealerEntity.patch({ DealerKey })
        .set({ dealerPath: `/1/22/${DealerKey}/` })
        .go();
      const stream = await aStreamReader();
      setClock(Date.parse(`${on}T18:00:00Z`));
      const rate = { forDealer: 2201, Type: 'Service', UnitModel: 'MXD-LTE', DealerKey: 1, version: 1 } as const;
      await BillingRateEntity.put({ ...rate, id: `from ${from}`, from, cents: 100 }).go();
      await follow(await stream.next());
    }

    it('correct nothing if they are from before bills kept the place of the dealer', async () => {
      await note('799997', { at: Date.parse('2027-04-25T12:00:00Z'), dealer: 91, active: true });
      await finishDue('2027-05');
      await finishDue('2027-06');
      for (const period of ['2027-05', '2027-06']) {
        const { data } = await BillEntity.query.byPeriod({ period }).go({ pages: 'all' });
        for (const { DealerKey } of data) await BillEntity.patch({ period, DealerKey }).remove(['ratesPath']).go();
      }
      await finishDue('2027-07');
      await moveAndAddRate(91, { from: '2027-04-19', on: '2027-07-20' });
      await finishDue('2027-08');
      expect(await correctionsOf('2027-08', 91)).toEqual([]);
    });

    const withoutPlace = async (period: string) => {
      const { data } = await BillEntity.query.byPeriod({ period }).go({ pages: 'all' });
      for (const { DealerKey } of data) await BillEntity.patch({ period, DealerKey }).remove(['ratesPath']).go();
    };

    it('correct nothing if that is the period before the first bills that keep the place', async () => {
      await withoutPlace('2027-08');
      await DealerEntity.patch({ DealerKey: 91 }).set({ dealerPath: '/1/91/' }).go();
      await finishDue('2027-09');
      const serviceIn = async (period: string) =>
        (await linesOf(period, 91)).filter(({ Type }) => Type === 'Service').map(({ Rate }) => Rate);
      expect([await serviceIn('2027-08'), await serviceIn('2027-09')]).toEqual([[1240], [930]]);
      expect(await correctionsOf('2027-09', 91)).toEqual([]);

      // A rate of its own holds wherever the dealer was.
      await withoutPlace('2027-09');
      const stream = await aStreamReader();
      const rate = { forDealer: 91, Type: 'Service', UnitModel: 'MXD-LTE', DealerKey: 1, version: 1 } as const;
      await BillingRateEntity.put({ ...rate, id: '91', from: '2027-08-19', cents: 1000 }).go();
      await follow(await stream.next());
      await finishDue('2027-10');
      expect(await correctionsOf('2027-10', 91)).toEqual([['2027-08-19', 70]]);
    });

    it('correct nothing if the dealer had no bill then, and a correction came later', async () => {
      await note(
        '799996',
        { at: Date.parse('2027-09-20T12:00:00Z'), dealer: 7, active: true },
        Date.parse('2027-10-25'),
      );
      await finishDue('2027-11');
      expect(await correctionsOf('2027-11', 7)).toEqual([['2027-09-19', 1_399]]);
      await moveAndAddRate(7, { from: '2027-09-19', on: '2027-11-20' });
      await finishDue('2027-12');
      expect(await correctionsOf('2027-12', 7)).toEqual([]);
    });

    it('correct the period before the first bills that keep the place if a dealer above changed its rate since', async () => {
      await withoutPlace('2027-12');
      const stream = await aStreamReader();
      setClock(Date.parse('2027-12-20T18:00:00Z'));
      const rate = { forDealer: 22, Type: 'Service', UnitModel: 'MXD-LTE', DealerKey: 1, version: 1 } as const;
      await BillingRateEntity.put({ ...rate, id: 'late', from: '2027-11-19', cents: 1550 }).go();
      await follow(await stream.next());
      await finishDue('2028-01');
      expect(await correctionsOf('2028-01', 7)).toEqual([['2027-11-19', 310]]);
      // Dealer 91 has a rate of its own.
      expect(await correctionsOf('2028-01', 91)).toEqual([]);
      await finishDue('2028-02');
      expect(await correctionsOf('2028-02', 7)).toEqual([]);
    });
  });
});
