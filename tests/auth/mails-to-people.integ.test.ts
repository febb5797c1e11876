import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { mailUser } from '#platform/session/mail-user.ts';
import { ask } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aUser } from '#support/people.ts';

beforeAll(someDealers);

/** Somebody of dealer 22, whose name is that of a person. */
const somebody = (proven: boolean) => aUser({ userName: `${randomUUID()}@people.example`, first: 'Maud', proven });

describe('a mail to a user', () => {
  it.each([
    ['about their account', (user: { UserEmail: string }) => mailUser(user as never, 'A passkey was added', 'It is.')],
    ['with a link', ({ UserEmail }: { UserEmail: string }) => ask(auth.sendRecoveryLink, { email: UserEmail })],
  ])('%s greets them and names their dealer, but only if they have proven their address', async (_, send) => {
    for (const proven of [true, false]) {
      const user = await somebody(proven);
      await send(user);
      const [mail] = await mailsTo(user.UserEmail);
      const words = proven ? /^Hello Maud,\n\n.+\n\n\w[^\n]*, with Watchkeep$/s : /^Hello,\n\n.+\n\nWatchkeep$/s;
      expect(mail!.text).toMatch(words);
      expect(mail!.html!.includes('Maud')).toBe(proven);
      expect(mail!.html).toContain('Watchkeep');
    }
  });
});
