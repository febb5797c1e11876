import { describe, expect, it } from 'vitest';
import { type EmailClaim, sortByClaim, userOfEmail } from '#core/auth/email-claim.ts';

const DAY_1 = '2026-01-01T00:00:00.000Z';
const DAY_2 = '2026-01-02T00:00:00.000Z';
const DAY_3 = '2026-01-03T00:00:00.000Z';

const PROVEN = { emailSince: DAY_1, emailProvenAt: DAY_3, LastAuth: DAY_3 };
const NEW = { emailSince: DAY_2 };
const MOVED = { emailSince: DAY_2, LastAuth: DAY_1 };
const USED = { emailSince: DAY_1, LastAuth: DAY_2 };
const OWN = { emailSince: DAY_2, LastAuth: DAY_1, emailBySelf: true };
const UNKNOWN = {};
const UNKNOWN_USED = { LastAuth: DAY_1 };

describe('those of one address', () => {
  it('come in the order of their claim: proven ones first, then those who have had it the longest', () => {
    const late = { ...PROVEN, emailSince: DAY_3 };
    const order = [NEW, OWN, late, USED, UNKNOWN, PROVEN];
    expect(sortByClaim(order)).toEqual([PROVEN, late, UNKNOWN, USED, NEW, OWN]);
  });

  it('come no earlier for having signed in lately: that proves nothing of the address', () => {
    const busy = { emailSince: DAY_2, LastAuth: DAY_3 };
    expect(sortByClaim([busy, USED])).toEqual([USED, busy]);
  });
});

describe('whom the owner of an address is taken for', () => {
  it.each<[string, EmailClaim[], EmailClaim | undefined]>([
    ['nobody where nobody has it', [], undefined],
    ['the one who has proven it', [PROVEN], PROVEN],
    ['the one who has proven it, whoever else has it', [NEW, PROVEN, USED], PROVEN],
    ['nobody where two have proven it', [PROVEN, { ...PROVEN }], undefined],
    ['the only one, whom an administrator made with it and nobody has used', [NEW], NEW],
    ['the only one, whom an administrator gave it after the last use', [MOVED], MOVED],
    ['nobody where somebody uses the only one without having proven it', [USED], undefined],
    ['nobody where the only one gave it to themselves', [OWN], undefined],
    ['the only one of before this was written down, if unused', [UNKNOWN], UNKNOWN],
    ['nobody where the only one of before this was written down is used', [UNKNOWN_USED], undefined],
    ['nobody where two were made with it', [NEW, { ...NEW }], undefined],
    ['nobody where one of two is used', [NEW, USED], undefined],
  ])('%s', (_, users, meant) => expect(userOfEmail(users)).toBe(meant));
});
