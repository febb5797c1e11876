import { Entity, type TransactWriteEntities } from 'electrodb';
import { DAY } from '#core/time.ts';
import { expiresAt, expiryOf, jsonOf, requiredNumber, requiredText } from './attributes.ts';
import { RETRY, refusedAs, retry } from './change.ts';
import { versionIs } from './conditions.ts';
import { at, primary } from './table.ts';

/** Grows with each addition to a set of items that may have only so many. */
const TurnEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'turn', version: '1' },
    attributes: { set: requiredText, version: requiredNumber, members: jsonOf<readonly string[]>(), expiresAt },
    indexes: { turn: primary(['set'], []) },
  },
  at,
);

/** For a change that is not always in turn. */
export const turnEntities = { turn: TurnEntity };
export const turnRefused = { another: RETRY } as const;

type To = TransactWriteEntities<typeof turnEntities>;

/** What an addition in turn has beside its own writes. */
export interface Turn {
  /** What the last turn kept, such as the members of the set: an index may not list them yet. Others may have removed some of them. */
  members: readonly string[];
  entities: typeof turnEntities;
  refused: typeof turnRefused;
  /** The write that fails if somebody else has added to the set since the turn began. `members`: for a set that an index lists. */
  write(to: To, members?: readonly string[]): ReturnType<typeof refusedAs<'another'>>;
}

/**
 * Adds to a set that may have only so many items. `add` reads the set, throws if it is full, and writes the addition in one transaction with the turn.
 * Of additions at once, one is written; the others read the set again. Throws CONFLICT `busy` if there are too many.
 */
export const inTurn = <Result>(
  { set, busy }: { set: string; busy: string },
  add: (turn: Turn) => Promise<Result>,
  now: number,
): Promise<Result> =>
  retry(busy, async () => {
    const { data } = await TurnEntity.get({ set }).go({ consistent: true });
    return add({
      members: data?.members ?? [],
      entities: turnEntities,
      refused: turnRefused,
      write: (to, members) =>
        refusedAs(
          'another',
          to.turn
            .put({ set, version: (data?.version ?? 0) + 1, members, expiresAt: expiryOf(now + DAY) })
            .where(versionIs(data?.version))
            .commit(),
        ),
    });
  });

/**
 * The write that takes a name which only one may have, for a transaction with `turnEntities`. It fails as `another` if somebody else has taken it within a day:
 * an index may not list their item yet.
 */
export const nameWrite = (to: To, name: string, now: number) =>
  refusedAs(
    'another',
    to.turn
      .put({ set: name, version: 1, expiresAt: expiryOf(now + DAY) })
      .where((taken, { notExists, lt }) => `${notExists(taken.version)} OR ${lt(taken.expiresAt, expiryOf(now))}`)
      .commit(),
  );
