import { describe, expect, it } from 'vitest';
import { needsPerson } from '#core/history/alarm.ts';
import {
  alarmCountOf,
  alarmWords,
  entriesOf,
  type Group,
  groupsOf,
  INCIDENT_FROM,
  IncidentAsked,
  incidentKey,
  type OpenAlarm,
  type Place,
  placeOf,
} from '#core/monitoring-centers/board.ts';

const place = (minute: string, eventType = 'Event 130', rank: Place['rank'] = '1'): Place => ({
  rank,
  minute: `2026-11-21T${minute}`,
  eventType,
});
const many = (count: number, of: Place): Place[] => Array.from({ length: count }, () => of);

describe('the number of open alarms', () => {
  const incident = {
    keys: [],
    eventType: 'Event 130',
    begunAt: '2026-11-21T17:00:00.000Z',
    escalated: false,
    count: 12,
  };
  const alone = { alarms: [{} as OpenAlarm] };

  it('counts each alarm of an incident', () => {
    const items = [alone, { incident: { ...incident, more: false }, alarms: [] }, alone];
    expect(alarmCountOf({ items, cursor: null })).toBe(14);
    expect(alarmCountOf({ items: [], cursor: null })).toBe(0);
  });

  it('is at least that of what was counted', () =>
    expect(
      alarmCountOf({
        items: [alone, { incident: { ...incident, count: 2000, more: true }, alarms: [] }],
        cursor: null,
      }),
    ).toBe('2,001+'));

  it('is not known from one page of many', () =>
    expect(alarmCountOf({ items: [alone], cursor: 'next' })).toBeUndefined());
});

describe('the events on the board', () => {
  it.each([
    [{ eventType: 'Event 101' }, true],
    [{ eventType: 'Event 101', test: true }, false],
    [{ eventType: 'Event 110 restored', awaitsHandling: true }, false],
    [{ eventType: 'Event 302' }, false],
    [{ eventType: 'Event 302', awaitsHandling: true }, true],
    [{ eventType: 'Event 302 restored', awaitsHandling: true }, false],
    [{ eventType: 'Event 110 still present', awaitsHandling: true }, false],
    [{ eventType: 'Event 302', awaitsHandling: true, test: true }, false],
    [{ eventType: 'Event 602', awaitsHandling: true }, false],
  ])('%o', (event, isOnBoard) => expect(needsPerson(event)).toBe(isOnBoard));

  it('can be an incident of any kind', () => {
    for (const eventType of ['Event 302 restored', 'Event 30', 'Event 1302', 'Event 0', 'Event 65535'])
      expect(IncidentAsked.safeParse(incidentKey(place('17:00', eventType))).success).toBe(true);
    expect(IncidentAsked.safeParse(incidentKey(place('17:00', 'Event <b>'))).success).toBe(false);
  });
});

describe('the board of open alarms', () => {
  it('makes an incident of ten alarms', () => expect(INCIDENT_FROM).toBe(10));

  it(`shows ${INCIDENT_FROM} alarms of a kind within a minute as one incident, and fewer one by one`, () => {
    const storm = place('17:00');
    const rows = [...many(INCIDENT_FROM, storm), ...many(INCIDENT_FROM - 1, place('17:00', 'Event 101'))];
    const entries = entriesOf(groupsOf(rows));
    expect(entries).toHaveLength(INCIDENT_FROM);
    expect(entries[0]).toMatchObject({
      incident: {
        keys: [incidentKey(storm)],
        eventType: 'Event 130',
        begunAt: '2026-11-21T17:00:00.000Z',
        count: INCIDENT_FROM,
        more: false,
      },
    });
    expect(entries.slice(1).every(({ incident, rows: shown }) => !incident && shown.length === 1)).toBe(true);
  });

  it('shows an incident that goes on in the next minute once, with what was counted of both', () => {
    const group = (minute: string, count: number, more = false): Group<Place> => ({
      place: place(minute),
      rows: [place(minute)],
      total: { count, more },
    });
    const groups = [group('17:00', 4000), group('17:01', 6000, true), group('17:05', 20)];
    expect(entriesOf(groups).map(({ incident }) => [incident?.keys.length, incident?.count, incident?.more])).toEqual([
      [2, 10_000, true],
      [1, 20, false],
    ]);
  });

  it('keeps escalated alarms apart', () => {
    const groups = groupsOf([...many(12, place('17:00', 'Event 130', '0')), ...many(12, place('17:00'))]);
    expect(entriesOf(groups).map(({ incident }) => incident?.escalated)).toEqual([true, false]);
  });

  it('reads the key of an incident as it writes it', () => {
    expect(placeOf(incidentKey(place('17:00')))).toEqual(place('17:00'));
  });

  it('names alarms in words', () => {
    expect(alarmWords('Event 101')).toBe('Personal emergency (Event 101)');
    expect(alarmWords('Event 107')).toBe('Fall (Event 107)');
    expect(alarmWords('Event 302')).toBe('Battery low (Event 302)');
    expect(alarmWords('Event 199')).toBe('Event 199');
  });
});
