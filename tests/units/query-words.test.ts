import { expect, it } from 'vitest';
import { queryWords } from '#core/units/facet-words.ts';

it('the filters of a list are worded, with the dealer by its name', () => {
  const wordsOf = (filters: Parameters<typeof queryWords>[0], dealerName?: string) =>
    queryWords(filters, { UnitModel: 'MXD-LTE', dealerName }, { engineer: false });
  expect(wordsOf({})).toBe('all MXD-LTE');
  expect(wordsOf({ condition: 'silent', ActiveCarrier: '1|0', FirmVer: '>=2.1|<2.3' })).toBe(
    'Condition Silent, Firmware >=2.1 and <2.3, Carrier Verizon or AT&T',
  );
  expect(wordsOf({ tag: 'pilot', silentOver: 24, DealerKey: 220 }, 'Northwind Oregon')).toBe(
    'Tag pilot, no ping for 24 hours, dealer Northwind Oregon',
  );
});
