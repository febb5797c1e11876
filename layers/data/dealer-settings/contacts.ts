import { Entity } from 'electrodb';
import { z } from 'zod';
import { DAY, instant } from '#core/time.ts';
import { expiryOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { tryChange } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { OneTimeTokenEntity, oneTimeTokens } from '../kit/one-time-tokens.ts';
import { at, primary } from '../kit/table.ts';

/** An address that a dealer wants to send notifications to. */
export const ContactEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'contact', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      /** In lower case. */
      address: requiredText,
      /** Absent while the mailed link is not used. */
      confirmedAt: text,
      /** When the link expires. Absent once the contact is confirmed. */
      expiresAt: number,
    },
    indexes: { contact: primary(['DealerKey'], ['address']) },
  },
  at,
);

const entities = { contact: ContactEntity, token: OneTimeTokenEntity };

const LIFETIME_MS = 7 * DAY;

const tokens = oneTimeTokens('contact', z.object({ DealerKey: z.number(), address: z.string() }), LIFETIME_MS);

const keyOf = (DealerKey: number, address: string) => ({ DealerKey, address: address.toLowerCase() });

async function read(DealerKey: number, addresses: readonly string[]) {
  return getAll(
    ContactEntity,
    addresses.map((address) => keyOf(DealerKey, address)),
    { consistent: true },
  );
}

interface UnconfirmedContact {
  address: string;
  asked: boolean;
}

export const contactStore = {
  life: LIFETIME_MS,

  /** Those of the addresses that have confirmed that the dealer may send notifications to them. */
  async confirmed(DealerKey: number, addresses: readonly string[]): Promise<string[]> {
    const found = (await read(DealerKey, addresses)).filter(({ confirmedAt }) => confirmedAt !== undefined);
    return addresses.filter((address) => found.some((contact) => contact.address === address.toLowerCase()));
  },

  /** Those of the addresses that have not confirmed, and whether each has got a link that is still valid. */
  async unconfirmed(DealerKey: number, addresses: readonly string[], now: number): Promise<UnconfirmedContact[]> {
    const found = new Map((await read(DealerKey, addresses)).map((contact) => [contact.address, contact]));
    return addresses.flatMap((address) => {
      const { confirmedAt, expiresAt = 0 } = found.get(address.toLowerCase()) ?? {};
      return confirmedAt === undefined ? [{ address, asked: expiresAt > expiryOf(now) }] : [];
    });
  },

  /** Returns a token for a link that confirms the contact. Send it only to the address. */
  issue: (DealerKey: number, address: string, now: number): Promise<string> =>
    tokens.issue(keyOf(DealerKey, address), now),

  /** Stores that the link was mailed. The contact may have used it already. */
  async noteAsked(DealerKey: number, address: string, now: number): Promise<void> {
    await tryWrite(
      ContactEntity.upsert({ ...keyOf(DealerKey, address), expiresAt: expiryOf(now + LIFETIME_MS) })
        .where(({ confirmedAt }, { notExists }) => notExists(confirmedAt))
        .go(),
    );
  },

  async confirm(DealerKey: number, address: string, now: number): Promise<void> {
    await ContactEntity.put({ ...keyOf(DealerKey, address), confirmedAt: instant(now) }).go();
  },

  /** Uses the token up and confirms its contact, in one transaction. Returns the address; undefined if the token is invalid. */
  async use(token: string, now: number): Promise<string | undefined> {
    const facts = await tokens.look(token, now);
    if (!facts) return undefined;
    const refusal = await tryChange({ entities }, (to) => [
      tokens.useUp(to.token, token, now),
      to.contact.put({ ...keyOf(facts.DealerKey, facts.address), confirmedAt: instant(now) }).commit(),
    ]);
    return refusal ? undefined : facts.address;
  },
};
