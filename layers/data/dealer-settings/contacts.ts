import { Entity } from 'electrodb';
import { z } from 'zod';
import { DAY, instant } from '#core/time.ts';
import { expiryOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { tryWrite } from '../kit/conditions.ts';
import { oneTimeTokens } from '../kit/one-time-tokens.ts';
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

export const contactStore = {
  life: LIFETIME_MS,

  /** Those of the addresses that have confirmed that the dealer may send notifications to them. */
  async confirmed(DealerKey: number, addresses: readonly string[]): Promise<string[]> {
    const found = (await read(DealerKey, addresses)).filter(({ confirmedAt }) => confirmedAt !== undefined);
    return addresses.filter((address) => found.some((contact) => contact.address === address.toLowerCase()));
  },

  /** Those of the addresses that have neither confirmed nor got a link that is still valid. */
  async unasked(DealerKey: number, addresses: readonly string[], now: number): Promise<string[]> {
    const found = (await read(DealerKey, addresses)).filter(
      ({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > expiryOf(now),
    );
    return addresses.filter((address) => !found.some((contact) => contact.address === address.toLowerCase()));
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

  /** Uses the token up, confirms its contact and returns the address. Undefined if the token is invalid. */
  async use(token: string, now: number): Promise<string | undefined> {
    const facts = await tokens.take(token, now);
    if (facts) await this.confirm(facts.DealerKey, facts.address, now);
    return facts?.address;
  },
};
