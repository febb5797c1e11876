import { describe, expect, it } from 'vitest';
import { mayAccess, type RestrictedAccess } from '#core/access.ts';
import { CLOSED } from './endpoints.ts';
import { foundBy, promisedBy } from './holders.ts';

describe.each(CLOSED)('$name', ({ endpoint }) => {
  const access = endpoint.access as RestrictedAccess;

  it('is open to the types of user and flags that its contract names, and to no others [P2-A17]', async () => {
    const found = await foundBy((holder) => (mayAccess(access, holder) ? 'admitted' : 'refused'));
    expect(found).toEqual(promisedBy(access));
  });

  it('is closed to a caller who has not signed in', () => {
    expect(mayAccess(access, undefined)).toBe(false);
  });
});
