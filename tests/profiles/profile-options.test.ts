import { expect, it } from 'vitest';
import { profileOptions } from '#web/shared/profiles/profile-options.ts';

const named = (ProfileKey: number, ProfileName: string, UnitFirmVer: string) => ({
  ...{ ProfileKey, ProfileName, UnitFirmVer },
});

it('names each profile once with its firmware, and those with the same words with their number too', () => {
  const twice = named(3, 'Night', '2.2.0.0.5');
  expect(
    profileOptions([
      named(1, 'Day', '2.2.0.0.5'),
      named(2, 'Day', '2.2.0.0.3'),
      twice,
      named(4, 'Night', '2.2.0.0.5'),
      twice,
    ]),
  ).toEqual([
    { value: 1, label: 'Day, firmware 2.2.0.0.5' },
    { value: 2, label: 'Day, firmware 2.2.0.0.3' },
    { value: 3, label: 'Night, firmware 2.2.0.0.5, number 3' },
    { value: 4, label: 'Night, firmware 2.2.0.0.5, number 4' },
  ]);
});
