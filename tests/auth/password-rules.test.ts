import { describe, expect, it } from 'vitest';
import { confirmationError, NewPassword, PASSWORD_RULES } from '#core/auth/password-rules.ts';

const faults = (password: string) => NewPassword.safeParse(password).error?.issues.map(({ message }) => message) ?? [];

describe('a new password', () => {
  it.each(['Watchkeep-2026', 'Grüße,Welt1', 'ÀÉÎõü٣!x', `Aa1!${'x'.repeat(124)}`])('may be %s', (password) =>
    expect(faults(password)).toEqual([]),
  );

  it.each([
    ['a digit [P1-V03]', 'Watchkeep-twenty', 'A digit is missing'],
    ['an upper case letter [P1-V04]', 'watchkeep-2026', 'An upper case letter is missing'],
    ['a lower case letter [P1-V05]', 'WATCHKEEP-2026', 'A lower case letter is missing'],
    ['a special character [P1-V06]', 'Watchkeep2026', 'A special character is missing'],
    ['a special character; a blank does not count', 'Watchkeep 2026', 'A special character is missing'],
    ['eight characters', 'Wk-2026', 'Use at least 8 characters'],
  ])('must contain %s', (_, password, fault) => expect(faults(password)).toEqual([fault]));

  it('lists all missing rules at once', () => expect(faults('')).toEqual(PASSWORD_RULES.map(({ message }) => message)));

  it('has a maximum length, so that hashing stays cheap', () =>
    expect(faults(`Aa1!${'x'.repeat(125)}`)).toEqual(['Use at most 128 characters']));
});

it('rejects a confirmation that differs, even by a trailing blank [P1-V07]', () => {
  expect(confirmationError('Watchkeep-2026', 'Watchkeep-2026')).toBeUndefined();
  for (const other of ['watchkeep-2026', 'Watchkeep-2026 ', ''])
    expect(confirmationError('Watchkeep-2026', other)).toBe('The two passwords are not the same');
});
