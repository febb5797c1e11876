import { Entity } from 'electrodb';
import { deleteAll } from './batch.ts';
import { tryWrite } from './conditions.ts';
import { at, primary } from './table.ts';

/** The kinds of counted attempts. One line each, so that two additions do not conflict. */
const ATTEMPT_KINDS = [
  'exportKey',
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
  'massUserName',
  'massUser',
  'massInvitation',
  'recoveryAccount',
  'recoveryAddress',
  'recoveryToken',
  'emailLinkOfUser',
  'emailLinkToMailbox',
  'emailToken',
  'signOnStart',
  'signOnToken',
  'entryToken',
  'entryIssue',
  'dealerMove',
  'dealerCheck',
  'unitLogin',
  'unitLoginAddress',
  'unitLoginAtAddress',
  'unprovenMail',
  'unprovenMailOfOwner',
  'contactLink',
  'contactMailbox',
  'contactFamily',
  'textToUnit',
  'placeLookUp',
  'carrierCallback',
  'reportMail',
  'ratedCall',
  'liveMessage',
  'liveRefusal',
  'planOfRow',
] as const;

/**
 * The number of attempts in one slot of time, a part of the limit's window. It is in the table, so all instances share one count.
 */
export const AttemptEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'attempt', version: '1' },
    attributes: {
      kind: { type: ATTEMPT_KINDS, required: true },
      subject: { type: 'string', required: true },
      /** Milliseconds. */
      slotEnd: { type: 'number', required: true },
      count: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: { attempt: primary(['kind', 'subject'], ['slotEnd']) },
  },
  at,
);

export interface AttemptLimit {
  kind: (typeof ATTEMPT_KINDS)[number];
  /** The most attempts in any window, whenever it begins. */
  most: number;
  /** Milliseconds. */
  window: number;
}

/** More slots forget an attempt sooner after its window; fewer slots read fewer items. */
const SLOTS_PER_WINDOW = 15;

/** The end of the slot that `now` belongs to. */
function slotEndOf({ window }: AttemptLimit, now: number): number {
  const slot = window / SLOTS_PER_WINDOW;
  return Math.ceil(now / slot) * slot;
}

/** The slots with an attempt that can still be in the window before `now`. */
export async function slotsBefore({ kind, window }: AttemptLimit, subject: string, now: number) {
  const query = AttemptEntity.query.attempt({ kind, subject }).gt({ slotEnd: now - window });
  return (await query.go({ pages: 'all', consistent: true })).data;
}

export const attemptStore = {
  /** Counts attempts by `subject`, one if nothing else is said. False, without counting any, if the window before them has no room for all. */
  async count(limit: AttemptLimit, subject: string, now: number, attempts = 1): Promise<boolean> {
    const { kind, most, window } = limit;
    const slotEnd = slotEndOf(limit, now);
    const earlier = (await slotsBefore(limit, subject, now)).filter((slot) => slot.slotEnd < slotEnd);
    const left = most - earlier.reduce((sum, slot) => sum + slot.count, 0);
    if (left < attempts) return false;
    // Earlier slots do not grow any more, so a condition on the present one is enough for concurrent attempts.
    const counted = await tryWrite(
      AttemptEntity.upsert({ kind, subject, slotEnd })
        .add({ count: attempts })
        .set({ expiresAt: Math.ceil((slotEnd + window) / 1000) })
        .where(({ count }, { notExists, lte }) => `${notExists(count)} OR ${lte(count, left - attempts)}`)
        .go(),
    );
    return counted !== undefined;
  },

  /** Uncounts an attempt after a success, so that an office behind one IP address can sign in without a limit. */
  async undoCount(limit: AttemptLimit, subject: string, now: number): Promise<void> {
    await tryWrite(
      AttemptEntity.patch({ kind: limit.kind, subject, slotEnd: slotEndOf(limit, now) })
        .add({ count: -1 })
        .where(({ count }, { gt }) => gt(count, 0))
        .go(),
    );
  },

  /** Forgets the attempts of `subject` after a success. */
  async forget(limit: AttemptLimit, subject: string, now: number): Promise<void> {
    const { kind } = limit;
    const slots = await slotsBefore(limit, subject, now);
    await deleteAll(
      AttemptEntity,
      slots.map(({ slotEnd }) => ({ kind, subject, slotEnd })),
    );
  },
};
