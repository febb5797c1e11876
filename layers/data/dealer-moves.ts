import { Entity, type EntityItem } from 'electrodb';
import { DAY, instant } from '#core/time.ts';
import { newId } from './id.ts';
import { at, primary } from './table.ts';

/** What a move still has to write anew; everything is gone over a second time, for what was written under old paths meanwhile. */
export const MOVE_PHASES = ['dealers', 'users', 'bulkActions', 'units'] as const;

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
      phase: { type: MOVE_PHASES, required: true },
      /** Where the phase goes on. */
      cursor: { type: 'string' },
      state: { type: ['moving', 'done'] as const, required: true },
      startedAt: { type: 'string', required: true },
      startedBy: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: { dealerMove: primary(['moveId'], []) },
  },
  at,
);
export type StoredDealerMove = EntityItem<typeof DealerMoveEntity>;

/** The one move that is under way in the tree: two at a time could each lead below the other. */
export const DealerTreeEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealerTree', version: '1' },
    attributes: {
      tree: { type: 'string', required: true },
      moveId: { type: 'string', required: true },
    },
    indexes: { dealerTree: primary(['tree'], []) },
  },
  at,
);
export const TREE = { tree: 'all' } as const;

const KEPT = 365 * DAY;

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
  startedAt: instant(now),
  startedBy,
  expiresAt: Math.floor((now + KEPT) / 1000),
});

export const dealerMoveStore = {
  async get(moveId: string): Promise<StoredDealerMove | undefined> {
    const { data } = await DealerMoveEntity.get({ moveId }).go({ consistent: true });
    return data ?? undefined;
  },

  /** Keeps how far the move is. */
  async keep({ moveId, pass, phase, cursor }: StoredDealerMove): Promise<void> {
    const change = DealerMoveEntity.patch({ moveId }).set({ pass, phase });
    if (cursor === undefined) await change.remove(['cursor']).go();
    else await change.set({ cursor }).go();
  },

  /** Ends the move and lets the next one begin; a second time changes nothing. */
  async finish({ moveId }: StoredDealerMove): Promise<void> {
    await DealerMoveEntity.patch({ moveId }).set({ state: 'done' }).go();
    const { data } = await DealerTreeEntity.get(TREE).go({ consistent: true });
    if (data?.moveId !== moveId) return;
    await DealerTreeEntity.remove(TREE)
      .where((tree, { eq }) => eq(tree.moveId, moveId))
      .go();
  },
};
