import { describe, expect, it } from 'vitest';
import { type BillingState, type BillLine, billingStateOf, linesOf, withPending } from '#core/billing/bill-line.ts';
import { BILLING_ZONE, chargesOf, type RatesOf } from '#core/billing/charges.ts';
import { daysOfPeriod, periodBefore } from '#core/billing/period.ts';
import { type Rate, rateOn } from '#core/billing/rates.ts';
import { totalsOf, typeRowsOf } from '#core/billing/totals.ts';
import { DAY, HOUR } from '#core/time.ts';
import { inZone } from '#core/time-zones.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { aUnit } from '../units/a-shown-unit.ts';

const at = (time: string) => inZone(time, BILLING_ZONE).getTime();
const LINE = { FullUnitID: 'A0001', ICCID: '8901', PhoneNumber: '3035550100', Carrier: 1 as const };
const active = (time: string, dealer = 7): BillingState => ({ at: at(time), dealer, active: true, ...LINE });
const inactive = (time: string, dealer = 7): BillingState => ({
  at: at(time),
  dealer,
  active: false,
  FullUnitID: 'A0001',
});

const service = (from: string, cents: number): Rate => ({ Type: 'Service', UnitModel: 'MXD-LTE', from, cents });
const RATES: Rate[] = [service('2026-01-01', 310), { ...service('2026-01-01', 500), Type: 'Activation' }];
const ratesOf: RatesOf = () => [RATES];
const unit = (states: BillingState[], UnitSerNum = '900000001') => ({
  UnitSerNum,
  UnitModel: 'MXD-LTE' as const,
  states,
});
const brief = ({
  dealer,
  Type,
  Date: day,
  count,
  Rate: rate,
  cents,
}: Pick<BillLine, 'dealer' | 'Type' | 'Date' | 'count' | 'Rate' | 'cents'>) => [dealer, Type, day, count, rate, cents];

describe('a rate', () => {
  const wanted = { Type: 'Service', UnitModel: 'MXD-LTE' } as const;

  it('is in force from its day on, until the next one', () => {
    const levels = [[service('2026-11-01', 400), service('2026-06-01', 300)]];
    expect(['2026-05-31', '2026-06-01', '2026-10-31', '2026-11-01'].map((day) => rateOn(levels, wanted, day))).toEqual([
      0, 300, 300, 400,
    ]);
  });

  it("is the dealer's own, else that of the nearest dealer above", () => {
    expect(rateOn([[], [service('2026-06-01', 300)], [service('2026-01-01', 100)]], wanted, '2026-07-01')).toBe(300);
    expect(rateOn([[], [service('2026-06-01', 300)], [service('2026-01-01', 100)]], wanted, '2026-02-01')).toBe(100);
  });
});

it('a rate holds for its model and kind alone', () => {
  const levels = [[{ ...service('2026-06-01', 300), UnitModel: 'myConnect' as const }], RATES];
  const on = (Type: Rate['Type'], UnitModel: Rate['UnitModel']) => rateOn(levels, { Type, UnitModel }, '2026-07-01');
  expect(on('Service', 'MXD-LTE')).toBe(310);
  expect(on('Service', 'myConnect')).toBe(300);
  expect(on('Activation', 'MXD-LTE')).toBe(500);
  expect(on('Activation', 'myConnect')).toBe(0);
});

it('a rate of nothing holds too, before that of a dealer above', () => {
  const levels = [[service('2026-06-01', 0)], RATES];
  expect(rateOn(levels, { Type: 'Service', UnitModel: 'MXD-LTE' }, '2026-07-01')).toBe(0);
});

describe('the charges of a unit', () => {
  it('are a share of the rate for its days in service, and each activation', () => {
    // October 19 to November 18 has 31 days.
    expect(chargesOf('MXD-LTE', [active('2026-11-09T12:00')], '2026-11', ratesOf).map(brief)).toEqual([
      [7, 'Service', '2026-11-09', 10, 310, 100],
      [7, 'Activation', '2026-11-09', 1, 500, 500],
    ]);
    expect(chargesOf('MXD-LTE', [active('2026-08-01T12:00')], '2026-11', ratesOf).map(brief)).toEqual([
      [7, 'Service', '2026-10-19', 31, 310, 310],
    ]);
  });

  it('have no activation when a unit in service moves, also twice on a day, and each day once', () => {
    const states = [active('2026-08-01T12:00'), active('2026-11-09T08:00', 8), active('2026-11-09T20:00', 9)];
    expect(chargesOf('MXD-LTE', states, '2026-11', ratesOf).map(brief)).toEqual([
      [7, 'Service', '2026-10-19', 21, 310, 210],
      [9, 'Service', '2026-11-09', 10, 310, 100],
    ]);
  });

  it('are apart by rate when the rate changes within the period', () => {
    const rates: RatesOf = () => [[...RATES, service('2026-11-09', 620)]];
    expect(chargesOf('MXD-LTE', [active('2026-08-01T12:00')], '2026-11', rates).map(brief)).toEqual([
      [7, 'Service', '2026-10-19', 21, 310, 210],
      [7, 'Service', '2026-11-09', 10, 620, 200],
    ]);
  });

  it('have no activation of a unit that was in service before billing knew it', () => {
    const known = { ...active('2026-11-09T12:00'), inServiceBefore: true as const };
    expect(chargesOf('MXD-LTE', [known], '2026-11', ratesOf).map(brief)).toEqual([
      [7, 'Service', '2026-11-09', 10, 310, 100],
    ]);
    const again = [known, inactive('2026-11-11T12:00'), active('2026-11-13T12:00')];
    expect(chargesOf('MXD-LTE', again, '2026-11', ratesOf).map(brief)).toEqual([
      [7, 'Service', '2026-11-09', 9, 310, 90],
      [7, 'Activation', '2026-11-13', 1, 500, 500],
    ]);
    // A change of a unit in service, noted later on the day of its activation, takes the activation from no bill.
    const changed = [inactive('2026-11-08T12:00'), active('2026-11-09T08:00'), { ...known, at: known.at + 1 }];
    expect(chargesOf('MXD-LTE', changed, '2026-11', ratesOf).map(brief)).toContainEqual([
      ...[7, 'Activation', '2026-11-09', 1, 500, 500],
    ]);
  });

  it('have no activation of a unit that got a board in service from another unit', () => {
    const swapped = { ...active('2026-11-09T12:00'), boardInService: true as const };
    expect(chargesOf('MXD-LTE', [inactive('2026-08-01T12:00'), swapped], '2026-11', ratesOf).map(brief)).toEqual([
      [7, 'Service', '2026-11-09', 10, 310, 100],
    ]);
  });

  it('go on while the carrier has not carried out a change of the active line', () => {
    const { ICCID } = LINE;
    const pending = (time: string, ...iccids: string[]) => ({ ...inactive(time), pending: iccids });
    const chargedFor = (...states: BillingState[]) =>
      chargesOf('MXD-LTE', withPending([active('2026-08-01T12:00'), ...states]), '2026-11', ratesOf).map(brief);
    // Asked and never done: no day without, and no activation.
    expect(chargedFor(pending('2026-11-09T12:00', ICCID), active('2026-11-12T12:00'))).toEqual([
      [7, 'Service', '2026-10-19', 31, 310, 310],
    ]);
    expect(chargedFor(pending('2026-11-09T12:00', ICCID), inactive('2026-11-12T12:00'))).toEqual([
      [7, 'Service', '2026-10-19', 25, 310, 250],
    ]);
    // Another line is pending: the one in service has ended.
    expect(chargedFor(pending('2026-11-09T12:00', '8902'))).toEqual([[7, 'Service', '2026-10-19', 22, 310, 220]]);
    // It moves while its change is pending, and names the line that it has.
    const moved = withPending([active('2026-11-01T12:00'), { ...pending('2026-11-09T12:00', ICCID), dealer: 8 }]);
    expect(moved[1]).toMatchObject({ ...LINE, active: true, dealer: 8 });
  });

  it('have one for each activation of the period', () => {
    const states = [
      ...[active('2026-10-20T12:00'), inactive('2026-10-21T12:00'), active('2026-11-01T12:00')],
      ...[inactive('2026-11-02T12:00'), active('2026-11-17T12:00')],
    ];
    expect(chargesOf('MXD-LTE', states, '2026-11', ratesOf).map(brief)).toEqual([
      [7, 'Service', '2026-10-20', 6, 310, 60],
      [7, 'Activation', '2026-10-20', 3, 500, 1500],
    ]);
  });

  it('begin and end with the days of the root dealer’s office, in summer and in winter', () => {
    const daysOf = (from: string, to: string, period: string) => {
      const states = [
        { ...active('2026-01-01T00:00'), at: Date.parse(from) },
        { ...inactive('2026-01-01T00:00'), at: Date.parse(to) },
      ];
      return chargesOf('MXD-LTE', states, period, ratesOf)
        .filter(({ Type }) => Type === 'Service')
        .map(({ Date: day, count }) => [day, count]);
    };
    // The last second of October 18, and the first of October 19, in Denver, six hours behind.
    expect(daysOf('2026-10-19T05:59:59Z', '2026-10-19T06:00:00Z', '2026-10')).toEqual([['2026-10-18', 1]]);
    expect(daysOf('2026-10-19T06:00:00Z', '2026-10-19T06:00:01Z', '2026-10')).toEqual([]);
    expect(daysOf('2026-10-19T06:00:00Z', '2026-10-19T06:00:01Z', '2026-11')).toEqual([['2026-10-19', 1]]);
    // November 18 and 19, seven hours behind.
    expect(daysOf('2026-11-19T06:59:59Z', '2026-11-19T07:00:00Z', '2026-11')).toEqual([['2026-11-18', 1]]);
    expect(daysOf('2026-11-19T07:00:00Z', '2026-11-19T07:00:01Z', '2026-11')).toEqual([]);
    // The day on which the clock goes back has 25 hours, and is one day.
    expect(daysOf('2026-11-01T06:00:00Z', '2026-11-02T07:00:00Z', '2026-11')).toEqual([['2026-11-01', 1]]);
  });

  it('are by dealer, then by kind, then by day, whatever came first', () => {
    const rates: RatesOf = () => [[...RATES, service('2026-11-09', 620)]];
    const states = [active('2026-10-19T12:00', 9), active('2026-11-05T12:00', 7), active('2026-11-15T12:00', 9)];
    expect(chargesOf('MXD-LTE', states, '2026-11', rates).map(brief)).toEqual([
      [7, 'Service', '2026-11-05', 4, 310, 40],
      [7, 'Service', '2026-11-09', 6, 620, 120],
      [9, 'Service', '2026-10-19', 17, 310, 170],
      [9, 'Service', '2026-11-15', 4, 620, 80],
      [9, 'Activation', '2026-10-19', 1, 500, 500],
    ]);
  });

  it('are none without service', () => {
    expect(
      chargesOf('MXD-LTE', [active('2026-08-01T12:00'), inactive('2026-10-18T23:59')], '2026-11', ratesOf),
    ).toEqual([]);
  });
});

describe('the line of a unit on a bill', () => {
  const namesOf = (states: BillingState[]) =>
    linesOf(unit(states), '2026-11', ratesOf, [])
      .filter(({ Type }) => Type === 'Service')
      .map(({ dealer, FullUnitID, ICCID, PhoneNumber, Carrier }) => [dealer, FullUnitID, ICCID, PhoneNumber, Carrier]);

  it('is named as its dealer had it, and not as another dealer has it', () => {
    const other = { FullUnitID: 'B0002', ICCID: '8902', PhoneNumber: '3035550199', Carrier: 0 as const };
    expect(namesOf([active('2026-08-01T12:00', 7), { ...active('2026-11-02T12:00', 8), ...other }])).toEqual([
      [7, 'A0001', '8901', '3035550100', 1],
      [8, 'B0002', '8902', '3035550199', 0],
    ]);
  });

  it('is named as it last was in service', () => {
    const changed = { ...active('2026-11-02T12:00'), FullUnitID: 'A0002', ICCID: '8903' };
    const out = { ...inactive('2026-11-05T12:00'), FullUnitID: 'A0003' };
    expect(namesOf([active('2026-08-01T12:00'), changed, out])).toEqual([[7, 'A0002', '8903', '3035550100', 1]]);
  });
});

describe('what becomes known late', () => {
  it('is corrected in the next period, for each dealer, and only once', () => {
    const told = unit([active('2026-08-01T12:00')]);
    const october = linesOf(told, '2026-10', ratesOf, []);
    // Dealer 8 had the unit from September 29 on.
    const known = unit([active('2026-08-01T12:00'), active('2026-09-29T12:00', 8)]);
    const november = linesOf(known, '2026-11', ratesOf, [{ period: '2026-10', lines: october }]);
    expect(november.map(brief)).toEqual([
      [8, 'Service', '2026-10-19', 31, 310, 310],
      [7, 'Correction', '2026-09-19', 1, -207, -207],
      [8, 'Correction', '2026-09-19', 1, 207, 207],
    ]);
    expect(
      linesOf(known, '2026-12', ratesOf, [{ period: '2026-11', lines: november }]).map(({ Type }) => Type),
    ).toEqual(['Service']);
  });

  it('needs no correction if nothing did', () => {
    const known = unit([active('2026-09-25T12:00'), inactive('2026-10-01T12:00')]);
    const october = { period: '2026-10', lines: linesOf(known, '2026-10', ratesOf, []) };
    expect(linesOf(known, '2026-11', ratesOf, [october])).toEqual([]);
  });
});

it('a bill adds up services, activations and corrections apart, and counts each unit once [P1-C69]', () => {
  const line = (UnitSerNum: string, Type: 'Service' | 'Activation' | 'Correction', cents: number): BillLine => ({
    ...{ UnitSerNum, Type, cents, UnitModel: 'MXD-LTE', dealer: 220, Date: '2026-11-01', count: 1, Rate: 300 },
    FullUnitID: '',
  });
  const lines = [
    line('A', 'Service', 200),
    line('A', 'Service', 100),
    line('A', 'Activation', 1000),
    line('A', 'Correction', -50),
    line('B', 'Correction', 207),
    line('C', 'Activation', 1000),
  ];
  expect(totalsOf(lines)).toEqual({
    ...{ SumUnitsOnly: 300, CountUnitsOnly: 1, SumActivationsOnly: 2000, Sum: 2300 },
    ...{ GrandTotalSum: 2457, totalUnitCount: 3 },
  });
});

it('a summary has a row for each kind, model and rate, and one for the corrections of a model', () => {
  const line = (Type: BillLine['Type'], UnitModel: BillLine['UnitModel'], Rate: number, cents: number): BillLine => ({
    ...{ Type, UnitModel, Rate, cents, UnitSerNum: 'A', dealer: 220, Date: '2026-11-01', count: 1, FullUnitID: '' },
  });
  const lines = [
    ...[line('Service', 'MXD-LTE', 310, 310), line('Service', 'MXD-LTE', 310, 100)],
    ...[line('Service', 'MXD-LTE', 620, 200), line('Service', 'myConnect', 310, 300)],
    ...[line('Activation', 'MXD-LTE', 310, 310), line('Correction', 'MXD-LTE', -207, -207)],
    ...[line('Correction', 'MXD-LTE', 310, 310), line('Correction', 'myConnect', 5, 5)],
  ];
  expect(typeRowsOf(lines).map((row) => Object.values(row))).toEqual([
    ['Service', 'MXD-LTE', 310, 2, 410],
    ['Service', 'MXD-LTE', 620, 1, 200],
    ['Service', 'myConnect', 310, 1, 300],
    ['Activation', 'MXD-LTE', 310, 1, 310],
    ['Correction', 'MXD-LTE', 0, 2, 103],
    ['Correction', 'myConnect', 0, 1, 5],
  ]);
});

describe('bills of many units', () => {
  const random = seededRandom(20_261_123);
  const below = (limit: number) => random.between(0, limit - 1);
  const PERIODS = ['2026-10', '2026-11', '2026-12'];
  const rates: RatesOf = (dealer) => [[...RATES, service('2026-11-03', 301 + dealer)], RATES];
  const units = Array.from({ length: 400 }, (_, number) => {
    let now = at('2026-08-15T00:00') + below(60 * 24) * HOUR;
    const states = Array.from({ length: below(9) + 1 }, (): BillingState => {
      now += 1 + below(20 * 24) * HOUR;
      return { at: now, dealer: 2 + below(4), active: below(3) > 0, ...LINE };
    });
    return unit(states, String(900_000_000 + number));
  });
  const lines = (period: string) => units.map((one) => linesOf(one, period, rates, []));

  it('add up to every total, by dealer and by type', () => {
    for (const period of PERIODS) {
      const all = lines(period).flat();
      const dealers = [...new Set(all.map(({ dealer }) => dealer))];
      const ofDealers = dealers.map((dealer) => totalsOf(all.filter((line) => line.dealer === dealer)));
      const whole = totalsOf(all);
      for (const amount of ['Sum', 'SumUnitsOnly', 'SumActivationsOnly', 'GrandTotalSum'] as const)
        expect(whole[amount]).toBe(ofDealers.reduce((total, one) => total + one[amount], 0));
      // A unit that moved is on the bills of two dealers.
      const onBills = ofDealers.reduce((total, { totalUnitCount }) => total + totalUnitCount, 0);
      expect(whole.totalUnitCount).toBe(new Set(all.map(({ UnitSerNum }) => UnitSerNum)).size);
      expect(onBills).toBeGreaterThan(whole.totalUnitCount);
      const sum = all.reduce((total, { cents }) => total + cents, 0);
      expect(whole.GrandTotalSum).toBe(sum);
      expect(whole.SumUnitsOnly + whole.SumActivationsOnly).toBe(whole.Sum);
      const rows = typeRowsOf(all);
      expect(rows.reduce((total, { TypeSum }) => total + TypeSum, 0)).toBe(sum);
      expect(rows.reduce((total, { TypeCount }) => total + TypeCount, 0)).toBe(all.length);
    }
  });

  it('bill no unit for more days than the period has, and come out the same when made again', () => {
    for (const period of PERIODS) {
      const { first, last } = daysOfPeriod(period);
      const length = (Date.parse(last) - Date.parse(first)) / DAY + 1;
      for (const own of lines(period)) {
        const days = own.filter(({ Type }) => Type === 'Service').reduce((sum, { count }) => sum + count, 0);
        expect(days).toBeLessThanOrEqual(length);
      }
      expect(lines(period)).toEqual(lines(period));
    }
  });
});

describe('bills of units that were in service before billing began', () => {
  it('differ from others by that activation only, whatever happens later', () => {
    const random = seededRandom(1_650);
    const sums = { known: 0, others: 0 };
    for (let number = 0; number < 300; number++) {
      let now = at('2026-10-01T00:00') + random.between(0, 60 * 24) * HOUR;
      const states = Array.from({ length: random.between(1, 7) }, (_, index): BillingState => {
        now += random.between(1, 15 * 24) * HOUR;
        return { at: now, dealer: random.between(2, 5), active: index === 0 || random.chance(0.7), ...LINE };
      });
      const [first, ...later] = states;
      const known = [{ ...first!, inServiceBefore: true as const }, ...later];
      const chargesIn = (all: BillingState[]) =>
        ['2026-10', '2026-11', '2026-12', '2027-01'].flatMap((period) => chargesOf('MXD-LTE', all, period, ratesOf));
      const count = (all: BillingState[], Type: string) =>
        chargesIn(all)
          .filter((charge) => charge.Type === Type)
          .reduce((sum, charge) => sum + charge.count, 0);
      const service = (all: BillingState[]) => chargesIn(all).filter(({ Type }) => Type === 'Service');
      expect(service(known)).toEqual(service(states));
      const isInPeriods = first!.at < at('2027-01-19T00:00');
      expect(count(known, 'Activation')).toBe(count(states, 'Activation') - (isInPeriods ? 1 : 0));
      sums.known += count(known, 'Activation');
      sums.others += count(states, 'Activation');
    }
    expect(sums.known).toBeGreaterThan(0);
    expect(sums.others - sums.known).toBeGreaterThan(250);
  });
});

it('a line for days in service says since when the dealer has the unit in service', () => {
  const states = [
    ...[active('2026-06-01T12:00'), active('2026-08-03T12:00', 8), { ...active('2026-09-01T12:00', 8), ICCID: '8902' }],
    ...[inactive('2026-10-25T12:00', 8), active('2026-11-01T12:00', 8)],
  ];
  const sinceIn = (period: string) =>
    linesOf(unit(states), period, ratesOf, []).map(({ Type, Date: day, since }) => [Type, day, since]);
  expect(sinceIn('2026-10')).toEqual([['Service', '2026-09-19', '2026-08-03']]);
  expect(sinceIn('2026-11')).toEqual([
    ['Service', '2026-10-19', '2026-08-03'],
    ['Activation', '2026-11-01', undefined],
  ]);
});

describe('the state of a unit for bills', () => {
  it('is in service with an active SIM, and names the line in use', () => {
    const sims = {
      ICCID1: '1',
      ICCID1State: 15,
      ICCID2: '2',
      ICCID2State: 36,
      MSISDN2: '3035550100',
      ICCID2Carrier: 1,
    } as const;
    expect(billingStateOf({ ...aUnit(), ...sims, ActiveICCID: '1' })).toMatchObject({
      active: true,
      ICCID: '2',
      PhoneNumber: '3035550100',
    });
    for (const state of [15, 18, 19, 34, 35])
      expect(billingStateOf({ ...aUnit(), ...sims, ICCID2State: state }).active).toBe(false);
    expect(billingStateOf({ ...aUnit(), ...sims, ICCID2State: 34 }).pending).toEqual(['2']);
    expect(billingStateOf({ ...aUnit(), ...sims, ICCID1State: 34 })).not.toHaveProperty('pending');
  });

  it('names the line in use if both SIMs are active', () => {
    const sims = { ICCID1: '1', ICCID1State: 14, ICCID2: '2', ICCID2State: 14 };
    expect(billingStateOf({ ...aUnit(), ...sims, ActiveICCID: '2' }).ICCID).toBe('2');
  });
});

it('the period before January is December of the year before', () => {
  expect(periodBefore('2026-01')).toBe('2025-12');
});
