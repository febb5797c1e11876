import { Entity } from 'electrodb';
import { tryWrite } from './conditions.ts';
import { at, primary } from './table.ts';

/** The kinds of counted attempts. One line each, so that two additions do not conflict. */
const ATTEMPT_KINDS = [
  'loginAccount',
  'loginAccountAtAddress',
  'loginAddress',
  'ownPassword',
  'secondFactor',
  'secondFactorMail',
  'secondFactorFailure',
  'secondFactorWarning',
  'secondFactorReset',
  'passkeyAddress',
  'userNameCheck',
  'passwordLink',
  'invitation',
  'recoveryAccount',
  'recoveryAddress',
  'recoveryToken',
  'emailLinkOfUser',
  'emailLinkToAddress',
  'emailToken',
  'signOnStart',
  'signOnToken',
  'entryToken',
  'entryIssue',
  'dealerMove',
] as const;

/** The number of attempts in a window of time. It is in the table, so all instances share one count. */
export const AttemptEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'attempt', version: '1' },
    attributes: {
      kind: { type: ATTEMPT_KINDS, required: true },
      subject: { type: 'string', required: true },
      window: { type: 'number', required: true },
      count: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: { attempt: primary(['kind', 'subject'], ['window']) },
  },
  at,
);

export interface AttemptLimit {
  kind: (typeof ATTEMPT_KINDS)[number];
  most: number;
  /** Milliseconds. */
  window: number;
}

export const attemptStore = {
  /** Counts an attempt by `subject`. False if it exceeds the limit of the current window. */
  async count({ kind, most, window }: AttemptLimit, subject: string, now: number): Promise<boolean> {
    const start = Math.floor(now / window) * window;
    const counted = await tryWrite(
      AttemptEntity.upsert({ kind, subject, window: start })
        .add({ count: 1 })
        .set({ expiresAt: Math.ceil((start + 2 * window) / 1000) })
        .where(({ count }, { notExists, lt }) => `${notExists(count)} OR ${lt(count, most)}`)
        .go(),
    );
    return counted !== undefined;
  },

  /** Uncounts an attempt after a success, so that an office behind one IP address can sign in without a limit. */
  async undoCount({ kind, window }: AttemptLimit, subject: string, now: number): Promise<void> {
    // Refused if the window of the attempt has ended.
    await tryWrite(
      AttemptEntity.patch({ kind, subject, window: Math.floor(now / window) * window })
        .add({ count: -1 })
        .where(({ count }, { gt }) => gt(count, 0))
        .go(),
    );
  },

  /** Resets the current window of `subject` after a success. */
  async forget({ kind, window }: AttemptLimit, subject: string, now: number): Promise<void> {
    await AttemptEntity.delete({ kind, subject, window: Math.floor(now / window) * window }).go();
  },
};
