import { z } from 'zod';
import { USER_TYPE } from '#core/access.ts';
import { DAY } from '#core/time.ts';
import { fullNameOf } from '#core/users/user-record.ts';
import { entryTokens } from '#data/auth/entry-tokens.ts';
import { recoveryStore } from '#data/auth/recoveries.ts';
import { oneTimeTokens } from '#data/kit/one-time-tokens.ts';
import { TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import type { Sample } from '#support/samples.ts';

export const SIGN_ON_NAME = 'agent@telus.example';

export const sample: Sample = {
  named: [{ name: SIGN_ON_NAME, missing: 'nobody@telus.example' }],
  /** Users who sign in without a password, and their tokens. */
  async add() {
    const long = Date.now() + 365 * DAY;
    await aUser({ userName: 'dealer@northwind.example' });
    const forgetful = await aUser({ userName: 'forgetful@northwind.example' });
    await recoveryStore.keep('a-recovery-token-of-the-sample-events', forgetful, long);
    const emailProofs = oneTimeTokens(
      'emailProof',
      z.object({ UserKey: z.string(), UserEmail: z.string() }),
      365 * DAY,
    );
    await emailProofs.keep('an-email-token-of-the-sample-events', forgetful, long);
    await aUser({ userName: SIGN_ON_NAME, dealer: 422 });
    await aUser({ userName: 'staff@oregon.example', dealer: 220, flags: ['HIDE_CUSTOMER'] });
    const operator = { userName: 'operator@monitoring.example', type: USER_TYPE.monitoringCentre, dealer: 220 };
    const { UserKey } = await aUser(operator);
    const issuer = await aUser({ dealer: 220, flags: ['ADMIN'] });
    const issuedBy = {
      actorKey: issuer.UserKey,
      actorName: issuer.UserName,
      actorFullName: fullNameOf(issuer),
      asUserKey: issuer.UserKey,
      asUserName: issuer.UserName,
      asUserFullName: fullNameOf(issuer),
    };
    const askedBy = { sessionId: 'test', UserKey: issuer.UserKey, asUserKey: issuer.UserKey };
    await entryTokens.keep(
      'an-entry-token-of-the-sample-events',
      { UserKey, issuedBy, askedBy, issuedAt: TODAY },
      long,
    );
  },
};
