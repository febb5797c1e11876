import { expect, it } from 'vitest';
import { causeAddress } from '#web/features/billing/line-cause.ts';

const line = { UnitSerNum: '400998', CurrentFullUnitID: 'C1-4021' };
const days = (Type: 'Service' | 'Activation' | 'Correction', day: string, count = 1) =>
  new URL(causeAddress({ ...line, Type, Date: day, count })!, 'http://localhost').search;

it('a line of a bill leads to the changes of its unit in its days', () => {
  const log = '?unit=400998&UnitSerNum=400998&tab=unit';
  expect(days('Activation', '2026-10-20')).toBe(`${log}&startDate=2026-10-19&endDate=2026-10-21`);
  // The second activation was some day later.
  expect(days('Activation', '2026-10-20', 2)).toBe(`${log}&startDate=2026-10-19&endDate=2026-11-19`);
  expect(days('Service', '2026-10-20')).toBe(`${log}&startDate=2026-10-19&endDate=2026-11-19`);
  // In service all the time: what began it came before.
  const since = { ...line, Type: 'Service', Date: '2026-10-20', since: '2026-08-03', count: 30 } as const;
  expect(causeAddress(since)).toContain('&startDate=2026-08-02&endDate=2026-11-19');
  // A correction is for the period before.
  expect(days('Correction', '2026-09-19')).toBe(`${log}&startDate=2026-09-18&endDate=2026-10-19`);
});

it('a line of a unit that another dealer has now leads nowhere', () => {
  expect(
    causeAddress({ ...line, CurrentFullUnitID: '', Type: 'Service', Date: '2026-10-20', count: 30 }),
  ).toBeUndefined();
});
