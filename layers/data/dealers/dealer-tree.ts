import { Entity } from 'electrodb';
import { number, text } from '../kit/attributes.ts';
import type { Operations } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/**
 * The tree of dealers as a whole. A move holds it until all dealers below the moved one have followed, and no other move begins
 * meanwhile: each of two moves could lead below the other.
 */
export const DealerTreeEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealerTree', version: '1' },
    attributes: {
      tree: { type: 'string', required: true },
      /** The move that holds the tree, and its two places. */
      moveId: text,
      from: text,
      to: text,
      /** Grows when a move takes the tree. Writes that depend on moving dealers have the condition that it is unchanged. */
      turn: number,
      /** Grows with each new dealer: a move relies on the depth of the tree below the moved dealer. */
      grown: number,
    },
    indexes: { dealerTree: primary(['tree'], []) },
  },
  at,
);
export const TREE = { tree: 'all' } as const;

export interface DealerTree {
  /** The move that holds the tree, if there is one. */
  moving: { moveId: string; from: string; to: string } | undefined;
  turn: number;
  grown: number;
}

export const dealerTreeStore = {
  async read(): Promise<DealerTree> {
    const { data } = await DealerTreeEntity.get(TREE).go({ consistent: true });
    const { moveId, from, to, turn = 0, grown = 0 } = data ?? {};
    return { moving: moveId && from && to ? { moveId, from, to } : undefined, turn, grown };
  },
};

type Counted = 'turn' | 'grown';

/** The condition that some numbers of the tree's item are still as they were read. */
export const treeIs =
  (numbers: Partial<Pick<DealerTree, Counted>>) =>
  (item: Pick<DealerTree, Counted>, { eq, notExists }: Operations): string =>
    Object.entries(numbers)
      .map(([name, value]) => {
        const attribute = item[name as Counted];
        return value === 0 ? notExists(attribute) : eq(attribute, value);
      })
      .join(' AND ');
