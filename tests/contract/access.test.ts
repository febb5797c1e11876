import { describe, expect, it } from 'vitest';
import { mayAccess, type RestrictedAccess } from '#core/access.ts';
import { CLOSED } from './endpoints.ts';
import { foundBy, promisedBy } from './holders.ts';

describe.each(CLOSED)('$name', ({ endpoint }) => {
  const access = endpoint.access as RestrictedAccess;

  it('is open to the user types and flags of its contract, and to no others [P2-A17]', async () => {
    const found = await foundBy((holder) => (mayAccess(access, holder) ? 'admitted' : 'refused'));
    expect(found).toEqual(promisedBy(access));
  });

  it('is closed without a sign-in', () => {
    expect(mayAccess(access, undefined)).toBe(false);
  });
});
