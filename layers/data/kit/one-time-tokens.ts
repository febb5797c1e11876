import { createHash, randomBytes } from 'node:crypto';
import { Entity, type TransactWriteEntities } from 'electrodb';
import type { z } from 'zod';
import { tryWrite } from './conditions.ts';
import { at, primary, serviceOf } from './table.ts';

/** A token that can be used once, before it expires. Only its hash is stored. */
export const OneTimeTokenEntity = new Entity(
  {
    model: { service: serviceOf('oneTimeTokens'), entity: 'oneTimeToken', version: '1' },
    attributes: {
      kind: { type: 'string', required: true },
      tokenHash: { type: 'string', required: true },
      /** What the token was issued for. Its kind declares the schema. */
      facts: { type: 'any', required: true },
      /** Milliseconds. The table deletes expired items hours later. */
      validUntil: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: { oneTimeToken: primary(['kind', 'tokenHash'], []) },
  },
  at,
);

/** A token that cannot be guessed. */
export const newToken = () => randomBytes(32).toString('base64url');

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

type TokenOfTransaction = TransactWriteEntities<{ token: typeof OneTimeTokenEntity }>['token'];

/** Tokens of one kind: the schema of their facts, and their lifetime (milliseconds). */
export function oneTimeTokens<Facts extends z.ZodType>(kind: string, facts: Facts, life: number) {
  const keyOf = (token: string) => ({ kind, tokenHash: hashOf(token) });
  const itemOf = (token: string, about: z.input<Facts>, validUntil: number) => ({
    ...keyOf(token),
    facts: facts.parse(about),
    validUntil,
    expiresAt: Math.ceil(validUntil / 1000),
  });

  return {
    life,

    /** A new token for these facts. */
    async issue(about: z.input<Facts>, now: number): Promise<string> {
      const token = newToken();
      await this.keep(token, about, now + life);
      return token;
    },

    /** Stores an existing token. */
    async keep(token: string, about: z.input<Facts>, validUntil: number): Promise<void> {
      await OneTimeTokenEntity.create(itemOf(token, about, validUntil)).go();
    },

    /** The write that stores an existing token. */
    keepIn: (entity: TokenOfTransaction, token: string, about: z.input<Facts>, validUntil: number) =>
      entity.create(itemOf(token, about, validUntil)).commit(),

    /** The facts of the token, which stays valid. Undefined if it is unknown, used or expired. */
    async look(token: string, now: number): Promise<z.output<Facts> | undefined> {
      const { data } = await OneTimeTokenEntity.get(keyOf(token)).go({ consistent: true });
      return data && data.validUntil > now ? facts.parse(data.facts) : undefined;
    },

    /** The write that uses the token up. Its transaction is refused if the token is used or expired. */
    useUp: (entity: TokenOfTransaction, token: string, now: number) =>
      entity
        .remove(keyOf(token))
        .where(({ validUntil }, { gt }) => gt(validUntil, now))
        .commit(),

    /** Uses the token up and returns its facts. Of several concurrent calls, one gets them. */
    async take(token: string, now: number): Promise<z.output<Facts> | undefined> {
      const taken = await tryWrite(OneTimeTokenEntity.remove(keyOf(token)).go({ response: 'all_old' }));
      const { data } = taken ?? {};
      return data && data.validUntil! > now ? facts.parse(data.facts) : undefined;
    },
  };
}
