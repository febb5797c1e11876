import { z } from 'zod';
import { AccessFlag } from '../access.ts';
import { commandsOf, whyNot } from '../bulk-actions/command.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { DAY, Instant, MINUTE } from '../time.ts';
import type { UserFields } from './user.ts';

/** The users of one list. */
export const MOST_USERS = 1_000;
export const TOO_MANY_USERS = `A list has at most ${MOST_USERS.toLocaleString('en')} users`;

export type MassUser = z.output<typeof UserFields>;

/** Limits the names that one person checks by dry runs, so that nobody can list the users of the portal. */
export const MASS_NAME_LIMIT = { kind: 'massUserName', most: 5_000, window: DAY } as const;
/** Limits the users of the lists that one person starts: their outcomes reveal names too. Apart from dry runs, so that a checked list can be started. */
export const MASS_USER_LIMIT = { kind: 'massUser', most: 5_000, window: DAY } as const;
export const TOO_MANY_LISTED_NAMES = 'Too many user names were checked by lists. Please try again tomorrow.';
export const TOO_MANY_LISTED_USERS = 'The lists of the last 24 hours have too many users. Please try again tomorrow.';
/** Limits the mails to users of lists, per person who has them created. */
export const MASS_INVITATION_LIMIT = { kind: 'massInvitation', most: 1_000, window: DAY } as const;

export const MassCreationKey = z.string().regex(/^[0-9A-Z]{26}$/, 'There is no such list of users');

export const MassCreationCommand = z.enum(['pause', 'resume', 'cancel', 'retry']);
export type MassCreationCommand = z.infer<typeof MassCreationCommand>;

/** The creation of the users of one list. `created`, `withoutMail` and `failed` count users. `isStalled`: nothing has happened for a while. */
export const MassCreation = z.object({
  massCreation: MassCreationKey,
  /** The dealer of the users. */
  DealerKey,
  /** The access of the users. */
  flags: z.array(AccessFlag),
  state: z.enum(['running', 'paused', 'stopped', 'cancelled', 'finished']),
  total: z.number().int(),
  created: z.number().int(),
  /** The user exists, but the mail with the link was not sent. */
  withoutMail: z.number().int(),
  failed: z.number().int(),
  isStalled: z.boolean(),
  /** Why it stopped by itself. */
  stopReason: z.string().optional(),
  createdAt: Instant,
  createdBy: z.string(),
  /** When the latest resume or retry was, and how many users were done then. Absent before the first. */
  turnStartedAt: Instant.optional(),
  doneBefore: z.number().int().optional(),
});
export type MassCreation = z.infer<typeof MassCreation>;

/** `open`: nobody has done it yet. `mailing`: the user exists, and a worker sends the mail. */
export const MASS_USER_STATES = ['open', 'mailing', 'created', 'withoutMail', 'failed'] as const;

/** A user of a list. */
export const MassCreationRow = z.object({
  /** The number of the user in the list, from 0 on. */
  row: z.number().int(),
  UserName: z.string(),
  UserEmail: z.string(),
  UserFirstName: z.string(),
  UserLastName: z.string(),
  state: z.enum(MASS_USER_STATES),
  /** Why it failed, or why there was no mail. */
  reason: z.string().optional(),
});
export type MassCreationRow = z.infer<typeof MassCreationRow>;

/** The message to a worker. A later `turn` makes those of earlier ones void. */
export const MassCreationTask = z.object({
  massCreation: MassCreationKey,
  turn: z.number().int(),
  part: z.number().int(),
});
export type MassCreationTask = z.infer<typeof MassCreationTask>;

export const IN_LIST_ALREADY = 'The user name is in the list already';
export const NO_MAIL = 'The mail with the link could not be sent';
/** The mail service did not answer, or the worker stopped before it stored the answer. */
export const MAIL_UNKNOWN = 'It is not known whether the mail with the link was sent';
export const MAIL_LIMIT = 'Too many mails were sent to new users. Please try again tomorrow.';

/** After this time the worker of a claim on a mail has ended. Longer than the time-out of the function. */
export const MAIL_CLAIM_MS = 3 * MINUTE;

/** Longer than the queue waits before it delivers a message again. */
export const STALLED_AFTER_MS = 20 * MINUTE;

type Standing = Pick<MassCreation, 'state' | 'isStalled' | 'failed' | 'withoutMail'>;

/** The users whose row can be tried again: those without a mail get it, the others are created. */
export const retried = ({ failed, withoutMail }: Pick<MassCreation, 'failed' | 'withoutMail'>) => failed + withoutMail;

/** The commands that are possible now: those of a bulk action. */
export const massCommandsOf = ({ state, isStalled, ...counts }: Standing): readonly MassCreationCommand[] =>
  commandsOf({ state, isStalled, failed: retried(counts) });

/** Why a command is not possible now, in words for people. Undefined if it is. */
export function whyNotMassCommand(command: MassCreationCommand, standing: Standing): string | undefined {
  if (command === 'retry' && standing.state === 'finished' && retried(standing) === 0) return 'No user failed';
  return whyNot(command, { ...standing, failed: retried(standing) }, 'The creation of users');
}
