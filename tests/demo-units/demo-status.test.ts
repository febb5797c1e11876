import { describe, expect, it } from 'vitest';
import { DemoStatus, refusalOf, statusAfter, UNCHANGED } from '#core/demo-units/demo-status.ts';
import { UNIT_STATUS, UnitStatus } from '#core/units/unit.ts';

const ALL = UnitStatus.options.map(({ value }) => value);

describe('the status of a demo unit', () => {
  it('has the words of the specification [P1-S07 P1-S08 P1-S09 P1-S10 P1-S11]', () => {
    expect(UNIT_STATUS).toEqual({ 5: 'Ready', 8: 'Destroyed', 9: 'Assigned', 11: 'New', 33: 'Repair' });
  });

  it('changes only as decided; nothing follows the destruction [P1-S12 P1-S13]', () => {
    const allowed = ALL.flatMap((from) =>
      ALL.filter((to) => to !== from && refusalOf(from, to) === undefined).map((to) => `${from} to ${to}`),
    );
    expect(allowed.sort()).toEqual(
      ['11 to 5', '5 to 9', '9 to 5', '33 to 5', '11 to 33', '5 to 33', '9 to 33']
        .concat(['11 to 8', '5 to 8', '9 to 8', '33 to 8'])
        .sort(),
    );
    expect(refusalOf(8, 5)).toBe('A destroyed unit stays destroyed');
    expect(refusalOf(11, 9)).toBe('A unit cannot change from New to Assigned');
  });

  it('stays with 37, whatever it is [P1-S14]', () => {
    expect(DemoStatus.parse(37)).toBe(UNCHANGED);
    for (const from of ALL) {
      expect(refusalOf(from, UNCHANGED)).toBeUndefined();
      expect(statusAfter(from, UNCHANGED)).toBe(from);
    }
  });
});
