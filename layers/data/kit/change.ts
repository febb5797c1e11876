import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CommittedTransactionResult,
  createWriteTransaction,
  type Entity,
  type TransactWriteEntities,
  type TransactWriteItem,
} from 'electrodb';
import { AppError } from '#core/errors.ts';
import { AuditEntity, type AuditItem } from '../audit/audit.ts';
import { DEALER_MOVED } from '../dealers/dealers.ts';
import { changeItems, UnitChangeEntity } from '../history/change-log.ts';
import { isNamed } from './conditions.ts';
import { ACCESS_CHANGED, type By, groundChecks, groundEntities, placeChecks, type Standing } from './grounds.ts';

// biome-ignore lint/suspicious/noExplicitAny: every entity fits, whatever its attributes are.
type Entities = Record<string, Entity<any, any, any, any>>;

/** One write of a transaction: what `commit()` of an entity returns. */
export type Write = CommittedTransactionResult<unknown, TransactWriteItem>;

/** A write, and the name of its refusal if its condition does not hold. */
interface NamedWrite<Name extends string> {
  refusal: Name;
  write: Write;
}

/** Names the refusal of a write. A write without a name is refused as `changed`. */
export const refusedAs = <const Name extends string>(refusal: Name, write: Write): NamedWrite<Name> => ({
  refusal,
  write,
});

/** As a refusal: the data has changed since it was read, so `retry` reads, decides and writes again. */
export const RETRY = Symbol('retry');

/** What a refusal leads to: CONFLICT with this message, this error, or another try of the surrounding `retry`. */
type Refusal = string | AppError | typeof RETRY;

interface Change<All extends Entities> {
  entities: All;
  /** Entries that are written in the same transaction: all of it is stored, or nothing. A change of a unit is in its change logs too. */
  audit?: AuditItem | readonly AuditItem[];
  /** For a change that gives or takes rights: it throws UNAUTHENTICATED if what the scope rests on has changed since it was read. */
  by?: By | undefined;
  /** The user or unit that the change is about: CONFLICT if its dealer was moved and it has not followed yet. */
  about?: Standing | undefined;
  /** How often the transaction is tried while the table is busy. Absent: for some seconds. */
  runs?: number | undefined;
}

type Writes<All extends Entities, Name extends string> = (
  to: TransactWriteEntities<All>,
) => readonly (Write | NamedWrite<Name>)[];

/**
 * Writes everything in one transaction, with its audit entries. Throws what `refused` says of the first write, in the order of
 * `writes`, whose condition did not hold. Throws UNAVAILABLE if the table stays busy.
 */
export async function change<All extends Entities, Name extends string = never>(
  { refused, ...options }: Change<All> & { refused: Record<NoInfer<Name> | 'changed', Refusal> },
  writes: Writes<All, Name>,
): Promise<void> {
  const name = await tryChange(options, writes);
  if (name !== undefined) throw errorOf(refused[name]);
}

/** Like `change`, but returns the name of the refusal; undefined if everything was written. */
export async function tryChange<All extends Entities, Name extends string = never>(
  { entities, audit = [], by, about, runs }: Change<All>,
  writes: Writes<All, Name>,
): Promise<Name | 'changed' | undefined> {
  let names: (Name | 'changed')[] = [];
  let checks: readonly Write[] = [];
  let places: readonly Write[] = [];
  const written = { ...entities, ...groundEntities, audit: AuditEntity, unitChange: UnitChangeEntity };
  const entries = [audit].flat();
  const run = () =>
    createWriteTransaction(written, (to) => {
      const all = writes(to as unknown as TransactWriteEntities<All>);
      const own = all.map((one) => ('refusal' in one ? one.write : one));
      places = placeChecks(to, about);
      checks = by ? groundChecks(to, by, [...places, ...own]) : [];
      names = all.map((one) => ('refusal' in one ? one.refusal : 'changed'));
      return [
        ...checks,
        ...places,
        ...own,
        ...entries.map((entry) => to.audit.create(entry).commit()),
        ...changeItems(entries).map((item) => to.unitChange.create(item).commit()),
      ];
    }).go();
  const { canceled, data } = await settled(run, runs);
  if (!canceled) return undefined;
  const refused = data.findIndex(({ code }) => code === CONDITION);
  if (refused < checks.length) throw new AppError('UNAUTHENTICATED', ACCESS_CHANGED);
  if (refused < checks.length + places.length) throw new AppError('CONFLICT', DEALER_MOVED);
  return names[refused - checks.length - places.length] ?? 'changed';
}

class Outdated extends Error {}

const errorOf = (refusal: Refusal): Error => {
  if (refusal === RETRY) return new Outdated('Not inside of a retry');
  return typeof refusal === 'string' ? new AppError('CONFLICT', refusal) : refusal;
};

const MAX_TRIES = 10;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1_280;

/** Random and growing, so that many who change one item at the same moment get their turns. */
const pause = (tried: number, longest = LONGEST_PAUSE_MS) =>
  sleep(Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** tried, longest));

/**
 * Reads, decides and writes, and repeats this after a pause while the write is refused as RETRY. After `tries` it throws `busy`, as CONFLICT if it is a
 * message. With `milliseconds`, it begins no try after that time, and as many as fit before: the tries of a person who waits are over sooner than the turns of many.
 */
export async function retry<Result>(
  busy: string | AppError,
  attempt: () => Promise<Result>,
  { tries = MAX_TRIES, milliseconds }: { tries?: number; milliseconds?: number } = {},
): Promise<Result> {
  const end = performance.now() + (milliseconds ?? Number.POSITIVE_INFINITY);
  const most = milliseconds === undefined ? tries : Number.POSITIVE_INFINITY;
  const longest = Math.max(LONGEST_PAUSE_MS, (milliseconds ?? 0) / 3);
  for (let tried = 0; tried < most && performance.now() < end; tried++) {
    if (tried > 0) await pause(tried, Math.min(longest, end - performance.now()));
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
    }
  }
  throw errorOf(busy);
}

/** Runs a single write, and repeats it after a pause while a transaction changes its item. The AWS SDK does not. */
export async function afterTransactions<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let runs = 1; ; runs++) {
    try {
      return await write();
    } catch (error) {
      if (runs === MAX_RUNS || !isNamed(error, 'TransactionConflictException')) throw error;
      await pause(runs);
    }
  }
}

interface TransactionResult {
  canceled: boolean;
  data: readonly { rejected: boolean; code: string }[];
}

const CONDITION = 'ConditionalCheckFailed';
/** Temporary reasons: another transaction on the same item, or too many requests at the moment. */
const TEMPORARY = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];
const MAX_RUNS = 8;

/**
 * Runs a transaction until it is committed or one of its conditions does not hold. Throws UNAVAILABLE if the table stays busy, and
 * any other reason at once. Neither ElectroDB nor the AWS SDK repeats a transaction.
 */
async function settled(run: () => Promise<TransactionResult>, most = MAX_RUNS): Promise<TransactionResult> {
  for (let runs = 1; ; runs++) {
    const result = await run();
    if (!result.canceled) return result;
    const codes = result.data.map(({ code }) => code).filter((code) => code !== 'None');
    const others = codes.filter((code) => code !== CONDITION);
    if (codes.length === 0) throw new Error('A transaction was cancelled without a reason');
    if (others.length === 0) return result;
    if (!others.every((code) => TEMPORARY.includes(code)))
      throw new Error(`A transaction was cancelled: ${others.join(' ')}`);
    if (runs >= most) throw new AppError('UNAVAILABLE', 'The portal is busy. Please try again in a moment');
    await pause(runs);
  }
}
