import { Entity, type EntityItem } from 'electrodb';
import { alike } from '#core/alike.ts';
import { ABANDONED_AFTER, MANY_MOVES, MOST_MOVES, MOVE_TAKEN_UP, MOVE_UNDER_WAY } from '#core/dealers/move.ts';
import { concern } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import { DAY, instant } from '#core/time.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { unlessRefused } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { at, primary } from '../kit/table.ts';
import { type DealerTree, DealerTreeEntity, dealerTreeStore, type MoveUnderWay, TREE, treeIs } from './dealer-tree.ts';

/**
 * What a move still has to write anew. The dealers themselves are looked for twice, as an index can be a moment behind, and nobody
 * else changes the tree there until then. Everything after that is gone over a second time, for what was written under old paths
 * meanwhile.
 */
export const HOLDING_PHASES: readonly string[] = ['dealers', 'lateDealers'];

/** A dealer that was given another place in the tree, and how far what lies below has followed. */
export const DealerMoveEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealerMove', version: '1' },
    attributes: {
      moveId: { type: 'string', required: true },
      DealerKey: { type: 'number', required: true },
      from: { type: 'string', required: true },
      to: { type: 'string', required: true },
      /** 1, then 2. */
      pass: { type: 'number', required: true },
      phase: { type: 'string', required: true },
      /** Where the phase goes on. */
      cursor: { type: 'string' },
      state: { type: ['moving', 'done'] as const, required: true },
      /** Whether others are kept from changing the tree in its two places. */
      held: { type: 'boolean', required: true },
      /** When it last got on, and the earliest time that it goes on at; milliseconds. */
      progressAt: { type: 'number', required: true },
      goesOnAt: { type: 'number', required: true },
      /** Grows when it is handed to a worker once more, after one died for good. */
      resumed: { type: 'number', required: true },
      /** How many things could not follow whatever was tried. */
      left: { type: 'number', required: true },
      startedAt: { type: 'string', required: true },
      startedBy: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: { dealerMove: primary(['moveId'], []) },
  },
  at,
);
export type StoredDealerMove = EntityItem<typeof DealerMoveEntity>;

const KEPT = 365 * DAY;
const MOST_TRIES = 20;

export const newMove = (
  { DealerKey, from, to }: Pick<StoredDealerMove, 'DealerKey' | 'from' | 'to'>,
  startedBy: string,
  now: number,
): StoredDealerMove => ({
  moveId: newId(now),
  DealerKey,
  from,
  to,
  pass: 1,
  phase: 'dealers',
  state: 'moving',
  held: true,
  progressAt: now,
  goesOnAt: now,
  resumed: 0,
  left: 0,
  startedAt: instant(now),
  startedBy,
  expiresAt: Math.floor((now + KEPT) / 1000),
});

/** The list of moves under way with a new one. */
export const withMove = (
  { moves }: DealerTree,
  { moveId, from, to }: StoredDealerMove,
  now: number,
): MoveUnderWay[] => [...moves, { moveId, from, to, held: true, startedAt: now }];

export const dealerMoveStore = {
  async get(moveId: string): Promise<StoredDealerMove | undefined> {
    const { data } = await DealerMoveEntity.get({ moveId }).go({ consistent: true });
    return data ?? undefined;
  },

  /** Keeps how far the move is. */
  async keep({ moveId, pass, phase, cursor, goesOnAt, left }: StoredDealerMove, now: number): Promise<void> {
    const change = DealerMoveEntity.patch({ moveId }).set({ pass, phase, goesOnAt, left, progressAt: now });
    if (cursor === undefined) await change.remove(['cursor']).go();
    else await change.set({ cursor }).go();
  },

  /** Lets others change the tree again where the dealers have moved; a second time changes nothing. */
  giveFree: ({ moveId }: StoredDealerMove): Promise<void> =>
    changeList(moveId, (moves) => moves.map((one) => (one.moveId === moveId ? { ...one, held: false } : one))),

  /** Ends the move; a second time changes nothing. */
  async finish({ moveId, left }: StoredDealerMove): Promise<void> {
    await DealerMoveEntity.patch({ moveId }).set({ state: 'done', left }).go();
    await changeList(moveId, (moves) => moves.filter((one) => one.moveId !== moveId));
  },

  /**
   * Has every move of the list that was abandoned taken up by a worker; its change of the table hands it to one.
   * Answers which those are.
   */
  async takeUpAbandoned({ moves }: DealerTree, now: number): Promise<Set<string>> {
    const taken = new Set<string>();
    for (const { moveId, startedAt } of moves) {
      if (now - startedAt < ABANDONED_AFTER) continue;
      const move = await this.get(moveId);
      if (!move || move.state === 'done') await changeList(moveId, (all) => all.filter((one) => one.moveId !== moveId));
      else if (now - Math.max(move.progressAt, move.goesOnAt) >= ABANDONED_AFTER && (await takeUp(move, now)))
        taken.add(moveId);
    }
    return taken;
  },

  /** What is under way in the tree, if nothing of it meets `meets`; CONFLICT otherwise. Abandoned moves are taken up, wherever. */
  async freeTree(meets: (path: string) => boolean, now: number): Promise<DealerTree> {
    const seen = await dealerTreeStore.read();
    const taken = await this.takeUpAbandoned(seen, now);
    const tree = seen.moves.some(({ startedAt }) => now - startedAt >= ABANDONED_AFTER)
      ? await dealerTreeStore.read()
      : seen;
    const held = tree.moves.filter((one) => one.held && (meets(one.from) || meets(one.to)));
    if (held.some(({ moveId }) => taken.has(moveId))) throw new AppError('CONFLICT', MOVE_TAKEN_UP);
    if (held.length > 0) throw new AppError('CONFLICT', MOVE_UNDER_WAY);
    return tree;
  },

  /** What is under way in the tree, if a dealer can be moved between the two places now. */
  async treeToMoveIn(from: string, to: string, now: number): Promise<DealerTree> {
    const tree = await this.freeTree((path) => concern(path, from) || concern(path, to), now);
    if (tree.moves.length >= MOST_MOVES) throw new AppError('CONFLICT', MANY_MOVES);
    return tree;
  },

  /** What is under way in the tree, if something can be put below the dealer at `path` now: no move takes it along. */
  treeToGrowIn(path: string, now: number): Promise<DealerTree> {
    return this.freeTree((moved) => path.startsWith(moved), now);
  },
};

/** Changes the list of moves under way, and stores on the move that it holds nothing any more. */
const changeList = (moveId: string, rule: (moves: readonly MoveUnderWay[]) => MoveUnderWay[]): Promise<void> =>
  retry(
    new AppError('UNAVAILABLE', 'The portal is busy. Please try again in a moment'),
    async () => {
      const { moves, turn } = await dealerTreeStore.read();
      const next = rule(moves);
      if (alike(next, moves)) return;
      const known = (await dealerMoveStore.get(moveId)) !== undefined;
      await change(
        { entities: { tree: DealerTreeEntity, move: DealerMoveEntity }, refused: { changed: RETRY } },
        (to) => [
          to.tree.upsert(TREE).set({ moves: next }).add({ turn: 1 }).where(treeIs({ turn })).commit(),
          ...(known ? [to.move.patch({ moveId }).set({ held: false }).commit()] : []),
        ],
      );
    },
    MOST_TRIES,
  );

/** False where somebody else has taken it up, or it got on. */
async function takeUp({ moveId, progressAt }: StoredDealerMove, now: number): Promise<boolean> {
  const taken = await unlessRefused(
    DealerMoveEntity.patch({ moveId })
      .set({ progressAt: now })
      .add({ resumed: 1 })
      .where((move, { eq }) => eq(move.progressAt, progressAt))
      .go(),
  );
  return taken !== undefined;
}
