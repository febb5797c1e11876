import { describe, expect, it } from 'vitest';
import { type ProfileEvents, USUAL_EVENTS } from '#core/profiles/events.ts';
import { CATEGORY, EVENT } from '#core/unit-configuration/configuration.ts';
import { takenBack } from '#core/unit-configuration/take-back.ts';

const VERSION = { UnitModel: 'MXD-LTE', UnitFirmVer: '2.2.0.0.5' } as const;
const family = { CategoryName: 'Family', Phone1: '8015550100', Phone2: '' };

/** What a unit with these events reports. */
const reportOf = ({ categories, groups }: ProfileEvents) => ({
  settings: Object.fromEntries([
    ...categories.map(({ CategoryName, Phone1, Phone2 }) => [`${CATEGORY}${CategoryName}`, `${Phone1},${Phone2}`]),
    ...Object.entries(groups).map(([key, name]) => [`${EVENT}${key}`, name]),
  ]),
});
const takenFrom = (reported: ProfileEvents) =>
  takenBack(VERSION, 'EVENTDATA', { Settings: {}, Events: USUAL_EVENTS }, reportOf(reported)).Events;

describe('the events of a unit after those that wait are deleted', () => {
  it('are what it reported, also categories that look alike by now', () => {
    const cyrillic = { ...family, CategoryName: 'Fаmily' };
    const alike = { categories: [...USUAL_EVENTS.categories, family, cyrillic], groups: { 101: 'Fаmily' } };
    expect(takenFrom(alike)).toEqual(alike);
  });

  it('are refused if the unit reported what nobody can save', () => {
    expect(() => takenFrom({ categories: [family], groups: {} })).toThrow(
      expect.objectContaining({
        code: 'CONFLICT',
        message: 'The unit reported events that cannot be saved. Save the events that it should have',
      }),
    );
  });
});
