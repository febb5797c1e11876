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

describe('users of one address', () => {
  it('are sorted by their claim: proven ones first, then those who have had it the longest', () => {
    const late = { ...PROVEN, emailSince: DAY_3 };
    const order = [NEW, OWN, late, USED, UNKNOWN, PROVEN];
    expect(sortByClaim(order)).toEqual([PROVEN, late, UNKNOWN, USED, NEW, OWN]);
  });

  it('do not move up by a recent sign-in, which proves nothing', () => {
    const busy = { emailSince: DAY_2, LastAuth: DAY_3 };
    expect(sortByClaim([busy, USED])).toEqual([USED, busy]);
  });
});

describe('the owner of an address', () => {
  it.each<[string, EmailClaim[], EmailClaim | undefined]>([
    ['is nobody if nobody has it', [], undefined],
    ['is the user who has proven it', [PROVEN], PROVEN],
    ['is the user who has proven it, even if others have it', [NEW, PROVEN, USED], PROVEN],
    ['is nobody if two have proven it', [PROVEN, { ...PROVEN }], undefined],
    ['is the only user, created with it by an administrator and never used', [NEW], NEW],
    ['is the only user, if an administrator set it after the last use', [MOVED], MOVED],
    ['is nobody if the only user is in use and has not proven it', [USED], undefined],
    ['is nobody if the only user entered it themselves', [OWN], undefined],
    ['is the only unused user from before proofs were stored', [UNKNOWN], UNKNOWN],
    ['is nobody if the only user from before proofs were stored is in use', [UNKNOWN_USED], undefined],
    ['is nobody if two users were created with it', [NEW, { ...NEW }], undefined],
    ['is nobody if one of two is in use', [NEW, USED], undefined],
  ])('%s', (_, users, meant) => expect(userOfEmail(users)).toBe(meant));
});
