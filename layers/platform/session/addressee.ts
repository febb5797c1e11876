import { isEmailProven } from '#core/auth/email-claim.ts';
import type { Addressee } from '#core/letter.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { dealerStore } from '#data/dealers/dealers.ts';

/** The names in a mail to a user: none while nobody has proven the address. */
export async function addresseeOf(user: UserRecord): Promise<Addressee> {
  if (!isEmailProven(user)) return {};
  const dealer = await dealerStore.byKey(user.DealerKey);
  return { name: user.UserFirstName, ...(dealer && { dealerName: dealer.DealerName }) };
}
