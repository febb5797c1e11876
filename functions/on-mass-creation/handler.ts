import { mayAccess } from '#core/access.ts';
import { DEVELOPERS } from '#core/dev-tools/access.ts';
import type { LaterRights } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import { MAIL_CLAIM_MS, MassCreationTask, type MassUser } from '#core/users/mass-create.ts';
import type { MassCreationRecord } from '#core/users/mass-creation-record.ts';
import { firstRowOf } from '#core/users/mass-parts.ts';
import { NAME_TAKEN } from '#core/users/user.ts';
import { massCreationRowStore } from '#data/users/mass-creation-rows.ts';
import { massCreationStore } from '#data/users/mass-creations.ts';
import { consume } from '#platform/aws/consume.ts';
import { env } from '#platform/aws/env.ts';
import { sendMessage } from '#platform/aws/queue.ts';
import { rightsLater } from '#platform/session/rights-now.ts';
import { newUser } from '../users/new-user.ts';
import { mail, mailAgain, settleIfDead } from './mails.ts';
import { isRefusal } from './refusals.ts';

/** The most that one user takes: 20 seconds for the mail, and its transactions. */
const USER_MS = 40 * SECOND;

/**
 * Creates the users of a part of a list. Users with an outcome are skipped, so a part can be delivered twice or continue after a failure. The creation is
 * read before each user, so a pause holds at once. A failure at one user does not keep the others: the message comes back for it at the end.
 */
export const handler = consume(MassCreationTask, async (task, _record, { getRemainingTimeInMillis }) => {
  const { users } = await massCreationStore.part(task.massCreation, task.part);
  let waits = false;
  const failures: unknown[] = [];
  for (const [index, user] of users.entries()) {
    const job = await massCreationStore.byKey(task.massCreation);
    if (job.turn !== task.turn) return;
    if (job.stoppedAt !== undefined) return settleMails(job, task, users.length);
    if (index > 0 && getRemainingTimeInMillis() < USER_MS) {
      // Only a message that comes back is counted, and ends if the failure stays.
      if (failures.length > 0) break;
      return passOn(job, task);
    }
    const row = firstRowOf(task.part) + index;
    try {
      if ((await workOn(job, row, user)) === 'waits') waits = true;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  if (waits) await passOn(await massCreationStore.byKey(task.massCreation), task, MAIL_CLAIM_MS / SECOND);
});

const passOn = ({ askedBy }: MassCreationRecord, task: MassCreationTask, delaySeconds = 0) =>
  sendMessage(env('MASS_CREATION_QUEUE_URL'), task, delaySeconds, askedBy.UserKey);

/** Settles the mails of dead workers in a part of a creation that was stopped: after a cancel, no other message comes. */
async function settleMails(job: MassCreationRecord, task: MassCreationTask, users: number): Promise<void> {
  const rows = Array.from({ length: users }, (_, index) => firstRowOf(task.part) + index);
  const now = Date.now();
  let waits = false;
  for (const was of (await massCreationStore.outcomes(job.massCreation, rows)).values())
    if (was.state === 'mailing' && (await settleIfDead(was, now)) === 'waits') waits = true;
  if (waits) await passOn(job, task, MAIL_CLAIM_MS / SECOND);
}

/** Does one user with the rights that the user who started the creation has now. `waits`: another worker may be sending the mail. */
async function workOn(job: MassCreationRecord, row: number, fields: MassUser): Promise<'waits' | undefined> {
  const was = (await massCreationStore.outcomes(job.massCreation, [row])).get(row);
  const now = Date.now();
  if (was?.state === 'mailing') return settleIfDead(was, now);
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

async function create(job: MassCreationRecord, row: number, fields: MassUser, by: LaterRights, now: number) {
  const fail = (reason: string) => massCreationRowStore.fail(job, row, reason, now);
  const { DealerKey } = job;
  const access = Object.fromEntries(job.flags.map((flag) => [flag, true]));
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
