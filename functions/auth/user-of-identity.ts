import type { Identity } from '#adapters/identity/open-id.ts';
import { dealerStore } from '#data/dealers.ts';
import { subjectStore } from '#data/sign-ons.ts';
import { isEnabled, type StoredUser, userStore } from '#data/users.ts';

/**
 * The user who somebody at a provider is here; undefined where there is none, or their dealer does not sign on there. Who comes for the
 * first time is found by the address that the provider has verified, and is that user from then on.
 */
export async function userOfIdentity(
  provider: string,
  { subject, email }: Identity,
  now: number,
): Promise<StoredUser | undefined> {
  const linked = await subjectStore.userKeyOf(provider, subject);
  if (linked !== undefined) {
    const user = await userStore.byKey(linked);
    if (user) return (await mayComeBy(provider, user)) ? user : undefined;
    // The user was deleted since; another may have been made for the same person.
    await subjectStore.forget(provider, subject, linked);
  }
  if (email === undefined) return undefined;
  const able: StoredUser[] = [];
  for (const user of await userStore.byEmail(email)) if (await mayComeBy(provider, user)) able.push(user);
  const [only] = able;
  // Of two users with one address, nobody can say which one is meant.
  if (!only || able.length > 1) return undefined;
  return (await subjectStore.link(provider, subject, only, now)) ? only : undefined;
}

/**
 * A provider vouches only for the users of dealers that say so: it could name any address. The dealer is read by its key: one that
 * was moved stands in its new place before its users do.
 */
const mayComeBy = async (provider: string, user: StoredUser) =>
  isEnabled(user) && (await dealerStore.byKey(user.DealerKey))?.signOnProvider === provider;
