import type { AccessFlag } from '../access.ts';
import { AppError } from '../errors.ts';
import { covers, dealerKeysOf } from '../scope.ts';

/** The root of the tree of dealers. */
export const ROOT_DEALER = 1;
export const ROOT_PATH = `/${ROOT_DEALER}/`;
/** A user has four lookups per dealer above. A move rewrites old and new ones in one transaction of at most a hundred writes. */
const MAX_LEVELS = 8;

/** The person who changes the tree. */
export interface TreeEditor {
  /** The shown dealer: their own, or one below it. */
  dealerKey: number;
  dealerPath: string;
  /** Their own dealer. */
  home: { dealerKey: number };
  flags: readonly AccessFlag[];
}

export interface Place {
  DealerKey: number;
  DealerParent?: number | null | undefined;
  dealerPath: string;
}

/** Returns true if the person may choose None as the parent of a dealer. */
export const mayChooseNone = ({ dealerKey, flags }: Pick<TreeEditor, 'dealerKey' | 'flags'>) =>
  dealerKey === ROOT_DEALER && flags.includes('ADMIN_DEALER_ADD');

/** Returns the family of the dealer at `dealerPath`: the dealer right below the root that it is, or is below. The root is its own family. */
export const familyOf = (dealerPath: string): number => dealerKeysOf(dealerPath)[1] ?? ROOT_DEALER;

/** Returns the path of a dealer below its parent. Without a parent it is directly below the root. */
export const pathUnder = (parent: Pick<Place, 'dealerPath'> | null, key: number) =>
  `${parent?.dealerPath ?? ROOT_PATH}${key}/`;

/** Returns the number of levels from `upper` down to `path`. */
export const levelBelow = (upper: string, path: string) => dealerKeysOf(path).length - dealerKeysOf(upper).length;

/** Returns the new path of a dealer at or below `from` after the move to `to`. */
export const movedPath = (path: string, from: string, to: string) =>
  path.startsWith(from) ? to + path.slice(from.length) : path;

const refused = (message: string) => new AppError('INVALID', message, [{ path: 'DealerParent', message }]);

/** Throws if the editor may not put a dealer directly below `parent`. Null is None. The store has already checked that the parent exists. */
export function requireParent(editor: TreeEditor, parent: Place | null): void {
  if (parent === null && !mayChooseNone(editor))
    throw new AppError('FORBIDDEN', 'Only dealer 1 may have dealers without a parent');
  if (parent !== null && !covers(editor, parent.dealerPath)) throw refused('There is no such dealer');
}

/** Throws if the tree would be too deep with this dealer and the `levels` below it. */
export function requireDepth(parent: Pick<Place, 'dealerPath'> | null, levels = 0): void {
  if (levelBelow(ROOT_PATH, parent?.dealerPath ?? ROOT_PATH) + 1 + levels > MAX_LEVELS)
    throw refused(`There can be at most ${MAX_LEVELS} levels of dealers below dealer 1`);
}

/** Throws if the dealer cannot be below `parent`: the root has no parent, and no dealer is below itself. */
export function requireNoCycle(dealer: Place, parent: Place | null): void {
  if (dealer.DealerKey === ROOT_DEALER && parent !== null) throw refused('Dealer 1 has no parent');
  if (parent?.dealerPath.startsWith(dealer.dealerPath)) throw refused('A dealer cannot be below itself');
}
