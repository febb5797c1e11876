import { z } from 'zod';
import type { Identity } from '#adapters/identity/open-id.ts';
import { isEmailProven, userOfEmail } from '#core/auth/email-claim.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { subjectStore } from '#data/auth/sign-ons.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { isEnabled, userStore } from '#data/users/users.ts';

/** The valid addresses of users. Others are rejected: in lower case they could match a user's address, as U+212A becomes `k`. */
const Address = z.email();

/**
 * The user of an identity; undefined if there is none, or the user's dealer does not use the provider. The first sign-on finds the user
 * by the address that the provider has verified. It links the identity to the user, and the address counts as proven.
 */
export async function userOfIdentity(
  provider: string,
  { subject, email: verified }: Identity,
  now: number,
): Promise<UserRecord | undefined> {
  const email = Address.safeParse(verified).data;
  const linked = await subjectStore.userKeyOf(provider, subject);
  if (linked !== undefined) {
    const user = await userStore.byKey(linked);
    if (user) {
      if (!(await mayUseProvider(provider, user))) return undefined;
      await proveIfSame(user, email, now);
      return user;
    }
    // The linked user was deleted. There may be a new user for the same person.
    await subjectStore.forget(provider, subject, linked);
  }
  if (email === undefined) return undefined;
  const able: UserRecord[] = [];
  for (const user of await userStore.byEmail(email)) if (await mayUseProvider(provider, user)) able.push(user);
  const meant = userOfEmail(able);
  if (!meant || !(await subjectStore.link(provider, subject, meant, now))) return undefined;
  await proveIfSame(meant, email, now);
  return meant;
}

async function proveIfSame(user: UserRecord, email: string | undefined, now: number): Promise<void> {
  if (isEmailProven(user) || email?.toLowerCase() !== user.UserEmail.toLowerCase()) return;
  await userStore.proveEmail(user, now);
}

/**
 * A provider could name any address, so it may sign in only users of dealers that chose it. The dealer is read by its key, because a
 * moved dealer has its new path before its users have.
 */
const mayUseProvider = async (provider: string, user: UserRecord) =>
  isEnabled(user) && (await dealerStore.byKey(user.DealerKey))?.signOnProvider === provider;
