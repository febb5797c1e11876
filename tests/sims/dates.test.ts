import { expect, test } from 'vitest';
import { CarrierDate } from '#adapters/carriers/dates.ts';

test.each([
  ['2016-06-29 00:21:33.339+0000', '2016-06-29T00:21:33.339Z'],
  ['2016-06-29 00:21:33.339-0530', '2016-06-29T05:51:33.339Z'],
  ['2020-05-09T20:00:00-04:00', '2020-05-10T00:00:00.000Z'],
  ['2020-12-01T00:00:00Z', '2020-12-01T00:00:00.000Z'],
  ['2020-12-01T00:00:00', '2020-12-01T00:00:00.000Z'],
  [null, undefined],
  [undefined, undefined],
  ['', undefined],
  ['null', undefined],
])('reads %s as %s', (text, date) => expect(CarrierDate.parse(text)).toBe(date));

test.each(['12', 'yesterday', '2016-06-29', '2016-13-29 00:21:33+0000', '29/06/2016 00:21:33'])(
  'does not read %s',
  (text) => expect(CarrierDate.safeParse(text).success).toBe(false),
);
