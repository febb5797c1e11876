import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { passkeys } from '#core/passkeys/contract.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { passkeyStore } from '#data/passkeys/passkeys.ts';
import type { UserWithPassword } from '#data/users/passwords.ts';
import { mailUser } from '#platform/session/mail-user.ts';
import { ask } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aUser, PASSWORD } from '#support/people.ts';
import { runningScope } from '#support/world.ts';

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

  const EVIL = 'evil.example';

  it.each<[string, (user: UserWithPassword) => Promise<unknown>]>([
    [
      'a passkey',
      async (user) => {
        const passkeyId = randomUUID();
        await passkeyStore.add(
          await runningScope(user),
          {
            passkeyId,
            credentialId: passkeyId,
            UserKey: user.UserKey,
            name: `https://${EVIL}/prize`,
            publicKey: 'AA',
            counter: 0,
            transports: [],
            backedUp: false,
            createdAt: new Date().toISOString(),
          },
          Date.now(),
        );
        await ask(passkeys.remove, { passkeyId, as: user });
      },
    ],
    ['another address', (user) => ask(userSettings.save, { UserEmail: `prize@${EVIL}`, password: PASSWORD, as: user })],
  ])('names %s, which the user has typed, only if they have proven their address', async (_, change) => {
    for (const proven of [true, false]) {
      const user = await somebody(proven);
      await change(user);
      const [mail] = await mailsTo(user.UserEmail);
      expect(mail!.text.includes(EVIL)).toBe(proven);
      expect(mail!.html!.includes(EVIL)).toBe(proven);
    }
  });
});
