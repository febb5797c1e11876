import { Entity } from 'electrodb';
import { type DealerMove, MOVE_UNDER_WAY } from '#core/dealers/move.ts';
import { AppError } from '#core/errors.ts';
import { DAY, instant } from '#core/time.ts';
import { expiresAt, expiryOf, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { correlation } from '../kit/correlation.ts';
import { newId } from '../kit/id.ts';
import { at, primary } from '../kit/table.ts';
import { type DealerTree, DealerTreeEntity, dealerTreeStore, TREE } from './dealer-tree.ts';

/** The phases in which the move holds the tree. Dealers are searched twice, because an index can be a moment behind. */
export const DEALER_PHASES: readonly string[] = ['dealers', 'lateDealers'];

/** A dealer with a new place in the tree, and how far everything below it has followed. */
export const DealerMoveEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealerMove', version: '1' },
    attributes: {
      ...correlation,
      moveId: requiredText,
      DealerKey: requiredNumber,
      from: requiredText,
      to: requiredText,
      /** 1 or 2. The second pass finds what was written in the old place during the first one. */
      pass: requiredNumber,
      /** One of the phases of the dealers, or the name of a follower. */
      phase: requiredText,
      /** Where the phase continues. */
      cursor: text,
      state: { type: ['moving', 'done'] as const, required: true },
      /** The move does not continue before, in milliseconds. */
      continuesAt: requiredNumber,
      /** How many things could not follow. */
      left: requiredNumber,
      startedAt: requiredText,
      startedBy: requiredText,
      expiresAt,
    },
    indexes: { dealerMove: primary(['moveId'], []) },
  },
  at,
);

const KEPT_MS = 365 * DAY;

export const newMove = (
  { DealerKey, from, to }: Pick<DealerMove, 'DealerKey' | 'from' | 'to'>,
  startedBy: string,
  now: number,
): DealerMove & { expiresAt: number } => ({
  moveId: newId(now),
  DealerKey,
  from,
  to,
  pass: 1,
  phase: DEALER_PHASES[0]!,
  state: 'moving',
  continuesAt: now,
  left: 0,
  startedAt: instant(now),
  startedBy,
  expiresAt: expiryOf(now + KEPT_MS),
});

export const dealerMoveStore = {
  async get(moveId: string): Promise<DealerMove | undefined> {
    const { data } = await DealerMoveEntity.get({ moveId }).go({ consistent: true });
    return data ?? undefined;
  },

  /** Stores how far the move is. */
  async keep({ moveId, pass, phase, cursor, continuesAt, left }: DealerMove): Promise<void> {
    const change = DealerMoveEntity.patch({ moveId }).set({ pass, phase, continuesAt, left });
    if (cursor === undefined) await change.remove(['cursor']).go();
    else await change.set({ cursor }).go();
  },

  /** Lets other moves begin. Does nothing if the move does not hold the tree. */
  async release({ moveId }: Pick<DealerMove, 'moveId'>): Promise<void> {
    await tryWrite(
      DealerTreeEntity.patch(TREE)
        .remove(['moveId', 'from', 'to'])
        .where((tree, { eq }) => eq(tree.moveId, moveId))
        .go(),
    );
  },

  async finish({ moveId, left }: DealerMove): Promise<void> {
    await DealerMoveEntity.patch({ moveId }).set({ state: 'done', left }).go();
  },

  /** The tree, if a move can begin; CONFLICT otherwise. */
  async treeToMoveIn(): Promise<DealerTree> {
    const tree = await dealerTreeStore.read();
    if (tree.moving) throw new AppError('CONFLICT', MOVE_UNDER_WAY);
    return tree;
  },

  /** The tree, if no move takes the dealer at `path` along; CONFLICT otherwise. */
  async treeToGrowIn(path: string): Promise<DealerTree> {
    const tree = await dealerTreeStore.read();
    if (tree.moving && (path.startsWith(tree.moving.from) || path.startsWith(tree.moving.to)))
      throw new AppError('CONFLICT', MOVE_UNDER_WAY);
    return tree;
  },
};
