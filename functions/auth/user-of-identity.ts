import { z } from 'zod';
import type { Identity } from '#adapters/identity/open-id.ts';
import { isEmailProven, meantByEmail } from '#core/auth/email-claim.ts';
import { subjectStore } from '#data/auth/sign-ons.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { isEnabled, type StoredUser, userStore } from '#data/users/users.ts';

/** The addresses that users here can have. Others are nobody's: their letters can become somebody's in lower case, as U+212A becomes `k`. */
const Address = z.email();

/**
 * The user who somebody at a provider is here; undefined where there is none, or their dealer does not sign on there. Who comes for the
 * first time is found by the address that the provider has verified, and is that user from then on. The address is proven by that.
 */
export async function userOfIdentity(
  provider: string,
  { subject, email: verified }: Identity,
  now: number,
): Promise<StoredUser | undefined> {
  const email = Address.safeParse(verified).data;
  const linked = await subjectStore.userKeyOf(provider, subject);
  if (linked !== undefined) {
    const user = await userStore.byKey(linked);
    if (user) {
      if (!(await mayComeBy(provider, user))) return undefined;
      await proveIfSame(user, email, now);
      return user;
    }
    // The user was deleted since; another may have been made for the same person.
    await subjectStore.forget(provider, subject, linked);
  }
  if (email === undefined) return undefined;
  const able: StoredUser[] = [];
  for (const user of await userStore.byEmail(email)) if (await mayComeBy(provider, user)) able.push(user);
  const meant = meantByEmail(able);
  if (!meant || !(await subjectStore.link(provider, subject, meant, now))) return undefined;
  await proveIfSame(meant, email, now);
  return meant;
}

async function proveIfSame(user: StoredUser, email: string | undefined, now: number): Promise<void> {
  if (isEmailProven(user) || email?.toLowerCase() !== user.UserEmail.toLowerCase()) return;
  await userStore.proveEmail(user, now);
}

/**
 * A provider vouches only for the users of dealers that say so: it could name any address. The dealer is read by its key: one that
 * was moved stands in its new place before its users do.
 */
const mayComeBy = async (provider: string, user: StoredUser) =>
  isEnabled(user) && (await dealerStore.byKey(user.DealerKey))?.signOnProvider === provider;
