import { createHash, randomBytes } from 'node:crypto';
import { Entity, type TransactWriteEntities } from 'electrodb';
import type { z } from 'zod';
import { unlessRefused } from './conditions.ts';
import { at, primary } from './table.ts';

/** Lets its bearer do one thing, once and soon. Only its hash is stored. */
export const OneTimeTokenEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'oneTimeToken', version: '1' },
    attributes: {
      kind: { type: 'string', required: true },
      tokenHash: { type: 'string', required: true },
      /** What the token was issued for, of the shape that its kind declares. */
      facts: { type: 'any', required: true },
      /** Milliseconds: the table deletes what has expired only hours later. */
      validUntil: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: { oneTimeToken: primary(['kind', 'tokenHash'], []) },
  },
  at,
);

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

type TokenOfTransaction = TransactWriteEntities<{ token: typeof OneTimeTokenEntity }>['token'];

/** Tokens of one kind: what they stand for, and how long they are good for (milliseconds). */
export function oneTimeTokens<Facts extends z.ZodType>(kind: string, facts: Facts, life: number) {
  const keyOf = (token: string) => ({ kind, tokenHash: hashOf(token) });

  return {
    life,

    /** A new token for these facts. */
    async issue(about: z.input<Facts>, now: number): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      await this.keep(token, about, now + life);
      return token;
    },

    /** Keeps a token that was made already. */
    async keep(token: string, about: z.input<Facts>, validUntil: number): Promise<void> {
      const expiresAt = Math.ceil(validUntil / 1000);
      await OneTimeTokenEntity.create({ ...keyOf(token), facts: facts.parse(about), validUntil, expiresAt }).go();
    },

    /** What the token stands for, which it goes on doing; undefined where it does not any more, or never did. */
    async look(token: string, now: number): Promise<z.output<Facts> | undefined> {
      const { data } = await OneTimeTokenEntity.get(keyOf(token)).go({ consistent: true });
      return data && data.validUntil > now ? facts.parse(data.facts) : undefined;
    },

    /** Uses the token up in the transaction that does what it is for: not at all where it is not good any more. */
    useUp: (entity: TokenOfTransaction, token: string, now: number) =>
      entity
        .remove(keyOf(token))
        .where(({ validUntil }, { gt }) => gt(validUntil, now))
        .commit(),

    /** What the token stood for until now. Of several who take it at once, one is given it. */
    async take(token: string, now: number): Promise<z.output<Facts> | undefined> {
      const taken = await unlessRefused(OneTimeTokenEntity.remove(keyOf(token)).go({ response: 'all_old' }));
      const { data } = taken ?? {};
      return data && data.validUntil! > now ? facts.parse(data.facts) : undefined;
    },
  };
}
