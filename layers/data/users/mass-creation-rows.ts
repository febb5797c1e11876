import type { TransactWriteEntities } from 'electrodb';
import type { LaterRights } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { MassCreationRecord, MassCreationRowRecord } from '#core/users/mass-creation-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import type { AuditItem } from '../audit/audit.ts';
import { refusedAs, tryChange } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { MassCreationEntity, MassCreationRowEntity } from './mass-creation-entities.ts';
import { newUserEntities, newUserWrites } from './users.ts';

const entities = { job: MassCreationEntity, userRow: MassCreationRowEntity };

/** A worker's claim on the mail of a row. Only the worker that has it sends the mail. */
export type MailClaim = Pick<MassCreationRowRecord, 'massCreation' | 'row' | 'UserKey' | 'claimedAt'>;

export const massCreationRowStore = {
  /**
   * Creates the user of a row with its audit entry, and claims its mail, in one transaction. `done`: the row has an outcome of this attempt, or another
   * worker has it. `stopped`: somebody has given a command. `nameTaken`: a user has the name.
   */
  async create(
    job: MassCreationRecord,
    row: number,
    { user, entry, by }: { user: UserRecord; entry: AuditItem; by: LaterRights },
    now: number,
  ): Promise<MailClaim | 'done' | 'stopped' | 'nameTaken'> {
    const claim = claimOf(job, row, user.UserKey, now);
    const refusal = await tryChange(
      { entities: { ...newUserEntities, ...entities }, audit: entry, by, about: user },
      (to) => [
        refusedAs(
          'done',
          to.userRow
            .put(itemOf(job, claim, 'mailing'))
            .where(isOpenFor(job))
            .commit(),
        ),
        refusedAs('stopped', moved(to.job, job, now).where(isToDo(job)).commit()),
        ...newUserWrites(to, user),
      ],
    );
    if (refusal === undefined) return claim;
    return refusal === 'changed' ? 'nameTaken' : refusal;
  },

  /** Claims the mail of a user who exists but got none in an earlier attempt. Undefined if it is not to do any more. */
  async claimMail(job: MassCreationRecord, was: MassCreationRowRecord, now: number): Promise<MailClaim | undefined> {
    const claim = claimOf(job, was.row, was.UserKey, now);
    const refusal = await tryChange({ entities }, (to) => [
      to.userRow
        .put(itemOf(job, claim, 'mailing'))
        .where(isOpenFor(job))
        .commit(),
      moved(to.job, job, now).where(isToDo(job)).commit(),
    ]);
    return refusal === undefined ? claim : undefined;
  },

  /** Stores what became of a claimed mail, and counts it once. Also if somebody has stopped the creation meanwhile. */
  async settle({ massCreation, row, claimedAt }: MailClaim, reason: string | undefined, now: number): Promise<void> {
    const state = reason === undefined ? ('created' as const) : ('withoutMail' as const);
    await tryChange({ entities }, (to) => [
      to.userRow
        .patch({ massCreation, row })
        .set({ state, ...(reason !== undefined && { reason }) })
        .where((item, { eq }) => `${eq(item.state, 'mailing')} AND ${eq(item.claimedAt, claimedAt!)}`)
        .commit(),
      to.job
        .patch({ massCreation })
        .set({ movedAt: instant(now) })
        .add({ [state]: 1 })
        .commit(),
    ]);
  },

  /** Stores that a row failed, and why. Nothing if it has an outcome of this attempt, or somebody has given a command. */
  async fail(job: MassCreationRecord, row: number, reason: string, now: number): Promise<void> {
    const { massCreation, attempt, expiresAt } = job;
    await tryChange({ entities }, (to) => [
      to.userRow.put({ massCreation, row, state: 'failed', reason, attempt, expiresAt }).where(isOpenFor(job)).commit(),
      moved(to.job, job, now).add({ failed: 1 }).where(isToDo(job)).commit(),
    ]);
  },

  /** Stops the creation with the reason, unless somebody has given a command meanwhile. */
  async stop(job: MassCreationRecord, stopReason: string, now: number): Promise<void> {
    await tryChange({ entities }, (to) => [
      to.job
        .patch({ massCreation: job.massCreation })
        .set({ stoppedAt: instant(now), stoppedAs: 'stopped', stopReason })
        .where(isToDo(job))
        .commit(),
    ]);
  },
};

const claimOf = ({ massCreation }: MassCreationRecord, row: number, UserKey: string | undefined, now: number) => ({
  ...{ massCreation, row, UserKey, claimedAt: instant(now) },
});

const itemOf = ({ attempt, expiresAt }: MassCreationRecord, { UserKey, ...claim }: MailClaim, state: 'mailing') => ({
  ...{ ...claim, state, attempt, expiresAt },
  ...(UserKey !== undefined && { UserKey }),
});

/** The condition that the row has no outcome of this attempt, and no worker sends its mail. */
const isOpenFor =
  ({ attempt: now }: MassCreationRecord) =>
  ({ attempt, state }: { attempt: number; state: string }, { notExists, lt, ne }: Operations): string =>
    `${notExists(attempt)} OR (${lt(attempt, now)} AND ${ne(state, 'mailing')} AND ${ne(state, 'created')})`;

/** The condition that nobody has given a command since. */
const isToDo =
  ({ turn: now }: MassCreationRecord) =>
  ({ turn, stoppedAt }: { turn: number; stoppedAt: string }, { eq, notExists }: Operations): string =>
    `${eq(turn, now)} AND ${notExists(stoppedAt)}`;

const moved = (job: TransactWriteEntities<typeof entities>['job'], { massCreation }: MassCreationRecord, now: number) =>
  job.patch({ massCreation }).set({ movedAt: instant(now) });
