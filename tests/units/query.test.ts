import { describe, expect, it } from 'vitest';
import { FACETS } from '#core/units/facets.ts';
import { completionsOf, isQuery, QUERY_FIELDS, readQuery } from '#core/units/query.ts';
import { seededRandom } from '../../scripts/seed/random.ts';

const reader = {
  known: {
    FirmVer: ['2.2.0.0.5', '2.3.0.1.4'],
    PTName: ['Standard', 'Standard Plus'],
    tag: ['pilot', 'needs battery'],
  },
  viewer: { engineer: false },
};
const read = (typed: string) => readQuery(typed, reader);
const problemOf = (typed: string) => {
  const answer = read(typed);
  return 'problem' in answer ? answer.problem : undefined;
};

describe('a query', () => {
  it('names each filter of the list', () => {
    expect(new Set(Object.values(QUERY_FIELDS))).toEqual(new Set(FACETS));
  });

  it.each([
    ['condition:silent', { condition: 'silent' }],
    ['is:Needs', { condition: 'attention' }],
    ['CONDITION:"NOT IN SERVICE"', { condition: 'out' }],
    ['status:assigned', { UnitStatus: '9' }],
    ['firmver:2.2', { FirmVer: '2.2.0.0.5' }],
    ['firmware:9.9', { FirmVer: '9.9' }],
    ['profile:standard', { PTName: 'Standard' }],
    ['profile:"standard p', { PTName: 'Standard Plus' }],
    ['sim:deact', { ActiveState: '15' }],
    ['carrier:veri reporting:off', { ActiveCarrier: '1', Report: '0' }],
    ['updates:failed', { Updates: 'failed' }],
    ['tag:"needs battery"', { tag: 'needs battery' }],
    ['tag:New', { tag: 'new' }],
    ['tag:pilot tag:PILOT', { tag: 'pilot' }],
    ['carrier:verizon,att', { ActiveCarrier: '1|0' }],
    ['is:silent,late tag:"needs battery",pilot', { condition: 'silent|late', tag: 'needs battery|pilot' }],
    ['tag:pilot,PILOT', { tag: 'pilot' }],
    ['firmver<2.2', { FirmVer: '<2.2' }],
    ['firmware>=2.1 firmver<2.2', { FirmVer: '>=2.1|<2.2' }],
    ['silent>24h', { silentOver: '24' }],
    ['carrier:telus SILENT>3D', { ActiveCarrier: '2', silentOver: '72' }],
  ])('%s filters by %o', (typed, filters) => {
    expect(read(typed)).toEqual({ filters, text: '' });
  });

  it('keeps words without a colon as the text to search for', () => {
    expect(read('  carrier:at&t  C1-4021 x ')).toEqual({ filters: { ActiveCarrier: '0' }, text: 'C1-4021 x' });
    expect(isQuery('400123')).toBe(false);
    expect(['a:b', 'firmver<2'].map(isQuery)).toEqual([true, true]);
  });

  it.each([
    [
      'colour:red',
      'There is no field ‘colour’. Possible: condition, status, firmware, profile, sim, carrier, reporting, updates, tag',
    ],
    ['carrier:sprint', 'carrier: ‘sprint’ can be AT&T, Verizon, Telus'],
    ['carrier:', 'carrier: a value is missing after the colon'],
    ['status:re', 'status: ‘re’ can be Ready, Repair'],
    ['profile:stand', 'profile: ‘stand’ can be Standard, Standard Plus'],
    ['carrier:verizon carrier:telus', 'carrier: put several values behind one colon, such as carrier:telus,…'],
    ['carrier:verizon,', 'carrier: a value is missing after the colon'],
    ['carrier:verizon,sprint', 'carrier: ‘sprint’ can be AT&T, Verizon, Telus'],
  ])('%s says what is wrong', (typed, problem) => {
    expect(problemOf(typed)).toBe(problem);
  });

  it.each([
    [
      'battery<20',
      '‘battery<20’: no index of the list has this range, so all units would be read. Ranges are firmver<2.2, firmver>=2.1 and silent>24h',
    ],
    [
      'tag>pilot',
      '‘tag>pilot’: no index of the list has this range, so all units would be read. Ranges are firmver<2.2, firmver>=2.1 and silent>24h',
    ],
    ['firmver<', '‘firmver<’: a version is missing, such as firmver<2.2'],
    ['silent<24h', '‘silent<24h’: ask for more than a number of hours or days, such as silent>24h or silent>3d'],
    ['silent>soon', '‘silent>soon’: ask for more than a number of hours or days, such as silent>24h or silent>3d'],
  ])('%s is refused with a sentence', (typed, problem) => {
    expect(problemOf(typed)).toBe(problem);
  });

  it('is completed: fields, then values', () => {
    expect(completionsOf('ca', reader)).toEqual(['carrier:']);
    expect(completionsOf('tag:pilot s', reader)).toEqual(['tag:pilot status:', 'tag:pilot sim:']);
    expect(completionsOf('carrier:', reader)).toEqual(['carrier:AT&T', 'carrier:Verizon', 'carrier:Telus']);
    expect(completionsOf('profile:standard', reader)).toEqual(['profile:Standard', 'profile:"Standard Plus"']);
    expect(completionsOf('carrier:AT&T,v', reader)).toEqual(['carrier:AT&T,Verizon']);
    for (const typed of ['', 'tag:pilot ', 'colour:']) expect(completionsOf(typed, reader)).toEqual([]);
  });

  it('with each completion reads as a filter, and no text makes it fail', () => {
    for (const field of Object.keys(QUERY_FIELDS))
      for (const query of completionsOf(`${field}:`, reader)) expect(read(query)).toMatchObject({ text: '' });
    const random = seededRandom(157);
    const parts = ['carrier', ':', '"', ' ', '<', 'tag', 'pilot', 'is', 'silent', '\\', '&', 'ß', '\u0000', '::', '1'];
    for (let round = 0; round < 5_000; round++) {
      const typed = Array.from({ length: random.between(0, 8) }, () => random.pick(parts)).join('');
      const answer = read(typed);
      expect('problem' in answer || typeof answer.text === 'string').toBe(true);
      expect(completionsOf(typed, reader).length).toBeLessThan(9);
    }
  });
});
