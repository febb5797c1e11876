import { Entity } from 'electrodb';
import { z } from 'zod';
import type { Scope } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { dealerObject } from '../dealers/dealer-audit.ts';
import { expiryOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { change, tryChange } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import type { By } from '../kit/grounds.ts';
import { newToken, OneTimeTokenEntity, oneTimeTokens } from '../kit/one-time-tokens.ts';
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

  /** Returns a token for a link that confirms the contact of the scope's dealer. Send it only to the address. */
  async issue(scope: Scope, address: string, now: number): Promise<string> {
    const { dealerKey: DealerKey } = scope;
    const token = newToken();
    const issued = { ...dealerObject({ DealerKey }), action: 'send link to contact' as const, after: { address } };
    await change(
      { entities, by: scope, audit: auditEntry(scope, issued, now), refused: { changed: 'Please try again' } },
      (to) => [tokens.keepIn(to.token, token, keyOf(DealerKey, address), now + tokens.life)],
    );
    return token;
  },

  /** Stores that the link was mailed. The contact may have used it already. */
  async noteAsked(DealerKey: number, address: string, now: number): Promise<void> {
    await tryWrite(
      ContactEntity.upsert({ ...keyOf(DealerKey, address), expiresAt: expiryOf(now + LIFETIME_MS) })
        .where(({ confirmedAt }, { notExists }) => notExists(confirmedAt))
        .go(),
    );
  },

  /** Confirms a contact without a link. `by` is the scope of the caller. */
  confirm: (DealerKey: number, address: string, now: number, by?: By): Promise<void> =>
    change({ entities, by, refused: { changed: 'Please try again' } }, (to) => [
      to.contact.put({ ...keyOf(DealerKey, address), confirmedAt: instant(now) }).commit(),
    ]),

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
