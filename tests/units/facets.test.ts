import { describe, expect, it } from 'vitest';
import { DAY, HOUR, instant } from '#core/time.ts';
import { conditionChangesAt, facetsOf, fieldsOf, indexedFilters, isMatch, rankOf } from '#core/units/facets.ts';
import { PING_INTERVAL } from '#core/units/silence.ts';
import { testCallOf } from '#core/units/test-call.ts';
import { UNIT_MODELS, type UnitModel, type UnitStatus } from '#core/units/unit.ts';

const NOW = Date.UTC(2026, 10, 21, 17);

const pinged = (ago: number, given: object = {}) => ({
  lastPingTime: instant(NOW - ago),
  pingReason: 'Scheduled',
  bars: 4,
  switchPosition: 'On',
  acPower: true,
  chargedPercent: 100,
  ...given,
});

const unit = (given: object = {}) => ({
  UnitModel: 'MXD-LTE' as UnitModel,
  UnitStatus: 9 as UnitStatus,
  FirmVer: '2.2.0.0.5_beta',
  PTName: 'Standard',
  Report: 1 as const,
  ActiveICCID: '8901170000000000001',
  ActiveState: 14,
  ActiveCarrier: 0 as const,
  lastPing: pinged(HOUR),
  ...given,
});
const conditionOf = (given: object) => facetsOf(unit(given), NOW).condition;

describe('the condition of a unit', () => {
  it.each(UNIT_MODELS)('follows the age of its last ping, by the interval of %s', (UnitModel) => {
    const interval = PING_INTERVAL[UnitModel];
    const at = (intervals: number) => conditionOf({ UnitModel, lastPing: pinged(intervals * interval) });
    expect([at(0), at(1.125), at(1.13), at(2), at(2.01)]).toEqual(['healthy', 'healthy', 'late', 'late', 'silent']);
  });

  it('is silent without any ping', () => {
    expect(conditionOf({ lastPing: undefined })).toBe('silent');
  });

  it.each([
    ['its SIM is deactivated', { ActiveState: 15 }],
    ['it has no active SIM', { ActiveICCID: undefined }],
    ['its battery is low', { lastPing: pinged(HOUR, { lowpower: true }) }],
    ['its last test call failed', { testCall: testCallOf(false, instant(NOW)) }],
    ['the battery of an accessory is low', { lowZones: '3' }],
    ['no centre knows it', { UnitID: '' }],
    ['it is switched off', { lastPing: pinged(HOUR, { switchPosition: 'Off' }) }],
  ])('is attention if %s', (_, given) => {
    expect(conditionOf(given)).toBe('attention');
  });

  it('is silent or late whatever else it lacks', () => {
    expect(conditionOf({ ActiveState: 15, lastPing: pinged(3 * DAY) })).toBe('silent');
    expect(conditionOf({ ActiveState: 15, lastPing: pinged(1.5 * DAY) })).toBe('late');
  });

  it.each([5, 8, 11, 33])('is out of service with status %i, silent or not', (UnitStatus) => {
    expect(conditionOf({ UnitStatus, lastPing: undefined })).toBe('out');
  });
});

describe('the facets of a unit', () => {
  it('are its condition and its fields, as texts', () => {
    expect(facetsOf(unit(), NOW)).toEqual({
      condition: 'healthy',
      UnitStatus: '9',
      FirmVer: '2.2.0.0.5',
      PTName: 'Standard',
      ActiveState: '14',
      ActiveCarrier: '0',
      Report: '1',
    });
  });

  it('say that updates failed until the count is reset', () => {
    expect(facetsOf(unit({ downloadFail: 2 }), NOW)).toMatchObject({ Updates: 'failed' });
    for (const downloadFail of [0, undefined])
      expect(facetsOf(unit({ downloadFail }), NOW)).not.toHaveProperty('Updates');
  });

  it('leave out what the unit does not have', () => {
    const bare = unit({ FirmVer: '', PTName: ' ', ActiveState: undefined, ActiveCarrier: undefined });
    expect(facetsOf(bare, NOW)).toEqual({ condition: 'healthy', UnitStatus: '9', Report: '1' });
  });

  it('match filters if each facet has one of its values', () => {
    const facets = facetsOf(unit(), NOW);
    expect(isMatch(facets, {})).toBe(true);
    expect(isMatch(facets, { condition: ['late', 'healthy'], FirmVer: ['2.2.0.0.5'] })).toBe(true);
    expect(isMatch(facets, { condition: ['healthy'], FirmVer: ['2.2'] })).toBe(false);
    expect(isMatch({ ...facets, PTName: undefined as never }, { PTName: ['Standard'] })).toBe(false);
    expect(isMatch(facets, { ActiveState: [] })).toBe(false);
  });

  it('of filters without the condition are those that only one index can have', () => {
    expect(fieldsOf({ condition: ['late'] })).toEqual([]);
    expect(fieldsOf({ condition: ['late'], Report: ['0'], FirmVer: ['1'] })).toEqual(['FirmVer', 'Report']);
  });
});

describe('the rank of a unit within its condition', () => {
  const rankAt = (given: Parameters<typeof unit>[0], now = NOW) => rankOf(unit(given), now);

  it('is the last ping of a late or silent unit, so the longest silence comes first, and stays while no ping comes', () => {
    const pings = [9 * DAY, 5 * DAY, 1.5 * DAY].map((ago) => pinged(ago));
    const ranks = pings.map((lastPing) => rankAt({ lastPing }));
    expect(ranks).toEqual(pings.map(({ lastPingTime }) => lastPingTime));
    expect(ranks.toSorted()).toEqual(ranks);
    expect(rankAt({ lastPing: undefined }) < ranks[0]!).toBe(true);
    expect(rankAt({ lastPing: pings[0] }, NOW + 90 * DAY)).toBe(ranks[0]);
  });

  it('puts units in danger before the others that need attention', () => {
    const inDanger = [{ ActiveState: 15 }, { lastPing: pinged(HOUR, { switchPosition: 'Off' }) }];
    for (const given of inDanger) expect(rankAt(given)).toBe('0');
    const others = [
      { testCall: testCallOf(false, instant(NOW)) },
      { lowZones: '3' },
      { Report: 0 as const },
      { ActiveState: 34 },
    ];
    for (const given of others) expect(rankAt(given)).toBe('1');
    expect(rankAt({ ActiveState: 15, lowZones: '3' })).toBe('0');
  });

  it('is the same with every ping of a unit that pings on time, and out of service', () => {
    for (const ago of [0, HOUR, DAY]) expect(rankAt({ lastPing: pinged(ago) })).toBe('0');
    expect(rankAt({ lastPing: pinged(9 * DAY), UnitStatus: 5 })).toBe('0');
    expect(rankAt({ lastPing: { ...pinged(0), lastPingTime: 'x' } })).toBe('0');
  });
});

describe('the filters by which a list reads', () => {
  it('have the status assigned as the conditions in service, and every other status as it is', () => {
    const inService = ['silent', 'late', 'attention', 'healthy'];
    expect(indexedFilters({ UnitStatus: ['9'] })).toEqual({ condition: inService });
    expect(indexedFilters({ UnitStatus: ['9'], Report: ['0'] })).toEqual({ Report: ['0'], condition: inService });
    expect(indexedFilters({ UnitStatus: ['9'], condition: ['late', 'out'] })).toEqual({ condition: ['late'] });
    for (const others of [{}, { UnitStatus: ['33'], Report: ['0'] }, { condition: ['out'] }])
      expect(indexedFilters(others)).toEqual(others);
  });

  it.each([5, 8, 9, 11, 33] as const)('match the same units as before with status %i', (UnitStatus) => {
    for (const status of ['5', '9'])
      for (const lastPing of [pinged(HOUR), pinged(9 * DAY)]) {
        const facets = facetsOf(unit({ UnitStatus, lastPing }), NOW);
        const filters = { UnitStatus: [status], Report: ['1'] };
        expect(isMatch(facets, indexedFilters(filters))).toBe(isMatch(facets, filters));
      }
  });
});

describe('the time at which a condition changes', () => {
  it.each(UNIT_MODELS)('is when %s becomes late, then when it becomes silent, to the millisecond', (UnitModel) => {
    const one = unit({ UnitModel, lastPing: pinged(0) });
    const interval = PING_INTERVAL[UnitModel];
    for (const [from, intervals, before, after] of [
      [NOW, 1.125, 'healthy', 'late'],
      [NOW + 1.2 * interval, 2, 'late', 'silent'],
    ] as const) {
      const at = Date.parse(conditionChangesAt(one, from)!);
      expect(at).toBe(NOW + intervals * interval + 1);
      expect([facetsOf(one, at - 1).condition, facetsOf(one, at).condition]).toEqual([before, after]);
      expect(Date.parse(conditionChangesAt(one, at - 1)!)).toBe(at);
    }
    expect(conditionChangesAt(one, NOW + 2 * interval + 1)).toBeUndefined();
  });

  it('is absent for a unit that has never pinged, that is out of service, or whose time is malformed', () => {
    expect(conditionChangesAt(unit({ lastPing: undefined }), NOW)).toBeUndefined();
    expect(conditionChangesAt(unit({ UnitStatus: 5 }), NOW)).toBeUndefined();
    expect(conditionChangesAt(unit({ lastPing: { ...pinged(0), lastPingTime: 'x' } }), NOW)).toBeUndefined();
  });
});
