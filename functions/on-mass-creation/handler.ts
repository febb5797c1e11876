import { mayAccess } from '#core/access.ts';
import { DEVELOPERS } from '#core/dev-tools/access.ts';
import { AppError } from '#core/errors.ts';
import type { LaterRights } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import {
  MAIL_CLAIM_MS,
  MAIL_LIMIT,
  MAIL_UNKNOWN,
  MASS_INVITATION_LIMIT,
  MASS_NAME_LIMIT,
  MassCreationTask,
  type MassUser,
  NO_MAIL,
} from '#core/users/mass-create.ts';
import type { MassCreationRecord, MassCreationRowRecord } from '#core/users/mass-creation-record.ts';
import { firstRowOf } from '#core/users/mass-parts.ts';
import { NAME_TAKEN, TOO_MANY_NAME_CHECKS } from '#core/users/user.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { type MailClaim, massCreationRowStore } from '#data/users/mass-creation-rows.ts';
import { massCreationStore } from '#data/users/mass-creations.ts';
import { consume } from '#platform/aws/consume.ts';
import { env } from '#platform/aws/env.ts';
import { sendMessage } from '#platform/aws/queue.ts';
import { rightsLater } from '#platform/session/rights-now.ts';
import { changeableUser } from '../users/changeable-user.ts';
import { newUser } from '../users/new-user.ts';
import { invite } from '../users/password-link.ts';

/** The most that one user takes. */
const USER_MS = 20 * SECOND;

/**
 * Creates the users of a part of a list. Users with an outcome are skipped, so a part can be delivered twice or continue after a failure. The creation is
 * read before each user, so a pause holds at once.
 */
export const handler = consume(MassCreationTask, async (task, _record, { getRemainingTimeInMillis }) => {
  const { users } = await massCreationStore.part(task.massCreation, task.part);
  let waits = false;
  for (const [index, user] of users.entries()) {
    const job = await massCreationStore.byKey(task.massCreation);
    if (job.turn !== task.turn || job.stoppedAt !== undefined) return;
    if (index > 0 && getRemainingTimeInMillis() < USER_MS) return passOn(job, task);
    const row = firstRowOf(task.part) + index;
    if ((await workOn(job, row, user)) === 'waits') waits = true;
  }
  if (waits) await passOn(await massCreationStore.byKey(task.massCreation), task, MAIL_CLAIM_MS / SECOND);
});

const passOn = ({ askedBy }: MassCreationRecord, task: MassCreationTask, delaySeconds = 0) =>
  sendMessage(env('MASS_CREATION_QUEUE_URL'), task, delaySeconds, askedBy.UserKey);

/** Does one user with the rights that the user who started the creation has now. `waits`: another worker may be sending the mail. */
async function workOn(job: MassCreationRecord, row: number, fields: MassUser): Promise<'waits' | undefined> {
  const was = (await massCreationStore.outcomes(job.massCreation, [row])).get(row);
  const now = Date.now();
  if (was?.state === 'mailing') {
    if (Date.parse(was.claimedAt!) + MAIL_CLAIM_MS > now) return 'waits';
    await massCreationRowStore.settle(was, MAIL_UNKNOWN, now);
    return undefined;
  }
  if (was && (was.state === 'created' || was.attempt === job.attempt)) return undefined;
  const rights = await rightsLater(job.askedBy, now);
  const lost = lostRights(job, rights);
  if (!rights || lost !== undefined) await massCreationRowStore.stop(job, lost!, now);
  else if (was?.state === 'withoutMail') await mailAgain(job, was, rights, now);
  else await create(job, row, fields, rights, now);
  return undefined;
}

function lostRights({ createdBy }: MassCreationRecord, rights: LaterRights | undefined): string | undefined {
  if (!rights) return `The access of ${createdBy}, with which the creation of users was started, has ended`;
  return mayAccess(DEVELOPERS, rights) ? undefined : `${createdBy} may no longer create users by a list`;
}

/** The refusals of one user. Other errors bring the message back. */
const REFUSALS: readonly string[] = ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'];
const isRefusal = (error: unknown): error is AppError => error instanceof AppError && REFUSALS.includes(error.code);

async function create(job: MassCreationRecord, row: number, fields: MassUser, by: LaterRights, now: number) {
  const fail = (reason: string) => massCreationRowStore.fail(job, row, reason, now);
  const { DealerKey } = job;
  const access = Object.fromEntries(job.flags.map((flag) => [flag, true]));
  if (!(await attemptStore.count(MASS_NAME_LIMIT, by.actor.userKey, now))) return fail(TOO_MANY_NAME_CHECKS);
  try {
    const { user, entry } = await newUser(by, { ...fields, DealerKey, access }, now);
    const claim = await massCreationRowStore.create(job, row, { user, entry, by }, now);
    if (claim === 'nameTaken') return await fail(NAME_TAKEN);
    if (typeof claim === 'object') await mail(claim, user, by, now);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await fail(error.message);
  }
}

/** Sends the mail that a user did not get in an earlier attempt. */
async function mailAgain(job: MassCreationRecord, was: MassCreationRowRecord, by: LaterRights, now: number) {
  const claim = await massCreationRowStore.claimMail(job, was, now);
  if (!claim) return;
  try {
    await mail(claim, await changeableUser(by, was.UserKey!), by, now);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await massCreationRowStore.settle(claim, error.message, now);
  }
}

const WHY = { limited: MAIL_LIMIT, failed: NO_MAIL } as const;

/** Sends the mail whose claim this worker has. A worker that dies here leaves the claim, and nobody sends the mail again. */
async function mail(claim: MailClaim, user: UserRecord, by: LaterRights, now: number): Promise<void> {
  const notSent = await invite(by, user, now, MASS_INVITATION_LIMIT);
  await massCreationRowStore.settle(claim, notSent && WHY[notSent], Date.now());
}
