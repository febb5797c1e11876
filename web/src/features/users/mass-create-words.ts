import { MASS_INVITATION_LIMIT, type MassCreation, retried } from '#core/users/mass-create.ts';
import { stateBadge } from '#web/shared/bulk-actions/state-words.ts';

export const countOfUsers = (count: number) => (count === 1 ? '1 user' : `${count.toLocaleString('en')} users`);

/** What a retry does now. */
export function retryLabel({ failed, withoutMail }: Pick<MassCreation, 'failed' | 'withoutMail'>): string {
  if (withoutMail === 0) return 'Retry failed users';
  return failed === 0 ? 'Send missing mails' : 'Retry failed users and send missing mails';
}

/** What the users of a new list get, if so many mails are left. */
export function mailConsequence(total: number, mailsLeft: number): string {
  if (mailsLeft >= total) return 'Each user gets a mail with a link to choose a password.';
  const reason = `At most ${MASS_INVITATION_LIMIT.most.toLocaleString('en')} users of lists get a mail in 24 hours.`;
  const later = 'Send the missing mails tomorrow.';
  if (mailsLeft === 0) return `The users get no mail with a link to choose a password now. ${reason} ${later}`;
  const gets = mailsLeft === 1 ? '1 user gets' : `${mailsLeft.toLocaleString('en')} users get`;
  return `Only ${gets} a mail with a link to choose a password now. ${reason} ${later}`;
}

/** The state of the creation of a list of users, in a word. Users without a mail count as failures: a retry mails them. */
export const massStateBadge = (job: MassCreation) =>
  stateBadge({ state: job.state, isStalled: job.isStalled, failed: retried(job) });
