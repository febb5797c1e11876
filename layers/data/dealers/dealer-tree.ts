import { Entity } from 'electrodb';
import { number, requiredText } from '../kit/attributes.ts';
import type { Operations } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** A move that is under way, as the tree's one item lists it. */
export interface MoveUnderWay {
  moveId: string;
  from: string;
  to: string;
  /** Until the dealers themselves have followed nobody else changes the tree there; users and units follow after that. */
  held: boolean;
  /** Milliseconds. */
  startedAt: number;
}

/**
 * What is under way in the tree of dealers. Each move lists the two places that it concerns, so that moves apart from each other go
 * on side by side, and two that concern each other never do: each could lead below the other.
 */
export const DealerTreeEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealerTree', version: '1' },
    attributes: {
      tree: requiredText,
      moves: { type: 'any' },
      /** Grows with each change of `moves`: whoever relies on the list writes on the condition that it is still this one. */
      turn: number,
      /** Grows with each dealer that is created: a move relies on how deep the tree is below what it moves. */
      grown: number,
    },
    indexes: { dealerTree: primary(['tree'], []) },
  },
  at,
);
export const TREE = { tree: 'all' } as const;

export interface DealerTree {
  moves: readonly MoveUnderWay[];
  turn: number;
  grown: number;
}

export const dealerTreeStore = {
  /** What is under way at this moment. */
  async read(): Promise<DealerTree> {
    const { data } = await DealerTreeEntity.get(TREE).go({ consistent: true });
    return { moves: (data?.moves as MoveUnderWay[] | undefined) ?? [], turn: data?.turn ?? 0, grown: data?.grown ?? 0 };
  },
};

type Counted = 'turn' | 'grown';

/** The condition of a write that some numbers of the tree's item are still as they were read. */
export const treeIs =
  (numbers: Partial<Pick<DealerTree, Counted>>) =>
  (item: Pick<DealerTree, Counted>, { eq, notExists }: Operations): string =>
    Object.entries(numbers)
      .map(([name, value]) => {
        const attribute = item[name as Counted];
        return value === 0 ? notExists(attribute) : eq(attribute, value);
      })
      .join(' AND ');
