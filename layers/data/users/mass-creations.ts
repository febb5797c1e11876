import { askerOf } from '#core/auth/identities.ts';
import { AppError } from '#core/errors.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import {
  type MassCreation,
  type MassCreationCommand,
  type MassCreationRow,
  type MassUser,
  retried,
  STALLED_AFTER_MS,
  whyNotMassCommand,
} from '#core/users/mass-create.ts';
import type {
  MassCreationPartRecord,
  MassCreationRecord,
  MassCreationRowRecord,
} from '#core/users/mass-creation-record.ts';
import { firstRowOf, partOfRow, partsIn } from '#core/users/mass-parts.ts';
import { auditEntry } from '../audit/audit.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { expiryOf } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { change } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { page, staleCursor } from '../kit/page.ts';
import { MassCreationEntity, MassCreationPartEntity, MassCreationRowEntity } from './mass-creation-entities.ts';

/** Lists contain names and addresses of people, so they are not kept longer than somebody looks at them. */
const KEPT_MS = 30 * DAY;
/** No dealer has this key. */
const NO_DEALER = 0;

const missing = () => new AppError('NOT_FOUND', 'There is no such list of users');
const CHANGED = 'Somebody else has just changed the creation of users. Please look at it again';

const entities = { job: MassCreationEntity, part: MassCreationPartEntity };

export const massCreationStore = {
  /** Stores the users of a list. The change stream starts the work, even if this process dies. */
  async create(
    scope: Scope,
    { users, DealerKey, flags }: Pick<MassCreationRecord, 'DealerKey' | 'flags'> & { users: readonly MassUser[] },
    now: number,
  ): Promise<MassCreationRecord> {
    const at = instant(now);
    const job: MassCreationRecord = {
      ...{ massCreation: newId(now), DealerKey, flags, total: users.length, created: 0, withoutMail: 0, failed: 0 },
      ...{ attempt: 1, turn: 1, movedAt: at, createdAt: at, createdBy: scope.userName, dealerKey: scope.dealerKey },
      ...{ askedBy: askerOf(scope), expiresAt: expiryOf(now + KEPT_MS) },
    };
    const { massCreation, expiresAt } = job;
    const after = { users: users.length, DealerKey, access: flags };
    const started = { ...objectOf(job), action: 'start mass user creation' as const, after };
    await change(
      {
        entities,
        by: scope,
        audit: auditEntry(scope, started, now),
        refused: { changed: 'The list of users could not be stored' },
      },
      (to) => [
        to.job.create(job).commit(),
        ...partsOf(users).map((some, part) => to.part.create({ massCreation, part, users: some, expiresAt }).commit()),
      ],
    );
    return job;
  },

  /** The creation of users; NOT_FOUND if it was started at a dealer outside the scope. A missing one costs the same reads. */
  async get(scope: Pick<Scope, 'dealerPath'>, massCreation: string): Promise<MassCreationRecord> {
    const found = await find(massCreation);
    await dealerStore.get(scope, found?.dealerKey ?? NO_DEALER).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'NOT_FOUND' ? missing() : error;
    });
    if (!found) throw missing();
    return found;
  },

  async byKey(massCreation: string): Promise<MassCreationRecord> {
    const found = await find(massCreation);
    if (!found) throw missing();
    return found;
  },

  /** One page of those that were started at the shown dealer, the latest first. */
  list({ dealerKey }: Pick<Scope, 'dealerKey'>, request: PageRequest): Promise<Page<MassCreationRecord>> {
    return page(MassCreationEntity.query.byDealer({ dealerKey }), { ...request, order: 'desc' });
  },

  async part(massCreation: string, part: number): Promise<MassCreationPartRecord> {
    const { data } = await MassCreationPartEntity.get({ massCreation, part }).go({ consistent: true });
    if (!data) throw missing();
    return data;
  },

  /** What became of these rows, by their numbers. */
  async outcomes(massCreation: string, rows: readonly number[]): Promise<Map<number, MassCreationRowRecord>> {
    const keys = rows.map((row) => ({ massCreation, row }));
    const found: MassCreationRowRecord[] = await getAll(MassCreationRowEntity, keys, { consistent: true });
    return new Map(found.map((one) => [one.row, one]));
  },

  /** One page of the users of a list, in its order. INVALID if the cursor is no place in it. */
  async rows({ massCreation, total }: MassCreationRecord, request: PageRequest): Promise<Page<MassCreationRow>> {
    const from = Number(request.cursor ?? '0');
    if (!Number.isInteger(from) || from < 0 || from > total) throw staleCursor();
    const to = Math.min(total, from + request.pageSize);
    const numbers = Array.from({ length: to - from }, (_, index) => from + index);
    const parts = [...new Set(numbers.map(partOfRow))];
    const [stored, outcomes] = await Promise.all([
      getAll<{ massCreation: string; part: number }, MassCreationPartRecord>(
        MassCreationPartEntity,
        parts.map((part) => ({ massCreation, part })),
      ),
      massCreationStore.outcomes(massCreation, numbers),
    ]);
    const users = new Map(
      stored.flatMap(({ part, users: some }) => some.map((user, index) => [firstRowOf(part) + index, user])),
    );
    const items = numbers.flatMap((row): MassCreationRow[] => {
      const user = users.get(row);
      const { state = 'open', reason } = outcomes.get(row) ?? {};
      return user ? [{ row, ...user, state, ...(reason !== undefined && { reason }) }] : [];
    });
    return { items, cursor: to < total ? String(to) : null };
  },

  /** Does what somebody commands. CONFLICT where it is not possible, and says why. */
  async command(scope: Scope, was: MassCreationRecord, command: MassCreationCommand, now: number) {
    const refusal = whyNotMassCommand(command, shownMassCreation(was, now));
    if (refusal !== undefined) throw new AppError('CONFLICT', refusal);
    const { massCreation } = was;
    const audit = auditEntry(scope, { ...objectOf(was), action: `${command} mass user creation` as const }, now);
    await change({ entities, audit, by: scope, refused: { changed: CHANGED } }, (to) => {
      const patch = to.job.patch({ massCreation });
      if (command === 'pause' || command === 'cancel') {
        const stoppedAs = command === 'pause' ? 'paused' : 'cancelled';
        return [
          patch
            .set({ stoppedAt: instant(now), stoppedAs })
            .where(isHeldAs(was))
            .commit(),
        ];
      }
      const again = command === 'retry' ? { attempt: was.attempt + 1, failed: 0, withoutMail: 0 } : {};
      const at = instant(now);
      const turn = { turn: was.turn + 1, turnStartedAt: at, doneBefore: done({ ...was, ...again }), movedAt: at };
      return [
        patch
          .set({ ...again, ...turn })
          .remove(['stoppedAt', 'stoppedAs', 'stopReason'])
          .where(isHeldAs(was))
          .commit(),
      ];
    });
    return massCreationStore.byKey(massCreation);
  },
};

async function find(massCreation: string): Promise<MassCreationRecord | undefined> {
  const { data } = await MassCreationEntity.get({ massCreation }).go({ consistent: true });
  return data ?? undefined;
}

const partsOf = (users: readonly MassUser[]): MassUser[][] =>
  Array.from({ length: partsIn(users.length) }, (_, part) => users.slice(firstRowOf(part), firstRowOf(part + 1)));

type Item = Required<Pick<MassCreationRecord, 'turn' | 'stoppedAt'>>;

/** The condition that nobody else has given a command. Users may have been done. */
const isHeldAs =
  (was: Pick<MassCreationRecord, 'turn' | 'stoppedAt'>) =>
  (item: Item, { eq, notExists }: Operations): string =>
    `${eq(item.turn, was.turn)} AND ${
      was.stoppedAt === undefined ? notExists(item.stoppedAt) : eq(item.stoppedAt, was.stoppedAt)
    }`;

const objectOf = ({ massCreation, dealerKey }: MassCreationRecord) => ({
  ...{ objectKind: 'massCreation' as const, objectId: massCreation, dealerKey },
});

const done = ({ created, ...others }: MassCreationRecord) => created + retried(others);

/** A stored creation of users as the portal shows it at `now` (milliseconds). */
export function shownMassCreation(job: MassCreationRecord, now: number): MassCreation {
  const { stoppedAt, stoppedAs, stopReason, turnStartedAt, doneBefore } = job;
  const isOver = done(job) >= job.total;
  const state = stoppedAs === 'cancelled' ? stoppedAs : isOver ? 'finished' : (stoppedAs ?? 'running');
  return {
    massCreation: job.massCreation,
    DealerKey: job.DealerKey,
    flags: job.flags,
    state,
    total: job.total,
    created: job.created,
    withoutMail: job.withoutMail,
    failed: job.failed,
    isStalled: state === 'running' && stoppedAt === undefined && now - Date.parse(job.movedAt) > STALLED_AFTER_MS,
    ...(stopReason !== undefined && { stopReason }),
    createdAt: job.createdAt,
    createdBy: job.createdBy,
    ...(turnStartedAt !== undefined && { turnStartedAt, doneBefore }),
  };
}
