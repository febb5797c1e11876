import type { AccessFlag } from '../access.ts';
import { AppError } from '../errors.ts';
import { covers, dealerKeysOf } from '../scope.ts';

/** The dealer above all. */
export const ROOT_DEALER = 1;
export const ROOT_PATH = `/${ROOT_DEALER}/`;
/** A user is found by four items for each dealer above, and a transaction, of which a move needs the old and the new, holds a hundred. */
const MOST_LEVELS = 8;

/** Whose tree it is, and what they may do in it. */
export interface TreeEditor {
  /** Whose part of the tree they see: their own dealer, or the one that they are shown as. */
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

/** Whether somebody may choose None as the parent of a dealer. */
export const mayChooseNone = ({ dealerKey, flags }: Pick<TreeEditor, 'dealerKey' | 'flags'>) =>
  dealerKey === ROOT_DEALER && flags.includes('ADMIN_DEALER_ADD');

/** Where a dealer stands under its parent; one without a parent stands right below the root, which sees all. */
export const pathUnder = (parent: Pick<Place, 'dealerPath'> | null, key: number) =>
  `${parent?.dealerPath ?? ROOT_PATH}${key}/`;

/** How many dealers stand between two places of the tree, the upper one not counted. */
export const levelBelow = (upper: string, path: string) => dealerKeysOf(path).length - dealerKeysOf(upper).length;

/** The path of something at or below `from`, once that stands at `to`. */
export const movedPath = (path: string, from: string, to: string) =>
  path.startsWith(from) ? to + path.slice(from.length) : path;

/** Whether two places of the tree concern each other: one is the other, or stands below it. */
export const concern = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);

const refused = (message: string) => new AppError('INVALID', message, [{ path: 'DealerParent', message }]);

/** Throws where the editor may not put a dealer right below `parent`; null is None. A parent outside the scope is NOT_FOUND before. */
export function requireParent(editor: TreeEditor, parent: Place | null): void {
  if (parent === null && !mayChooseNone(editor))
    throw new AppError('FORBIDDEN', 'Only dealer 1 may have dealers without a parent');
  if (parent !== null && !covers(editor, parent.dealerPath)) throw refused('There is no such dealer');
}

/** Throws where a dealer with so many `levels` below itself would make the tree deeper than it may be. */
export function requireDepth(parent: Pick<Place, 'dealerPath'> | null, levels = 0): void {
  if (levelBelow(ROOT_PATH, parent?.dealerPath ?? ROOT_PATH) + 1 + levels > MOST_LEVELS)
    throw refused(`There can be no more than ${MOST_LEVELS} levels of dealers below dealer 1`);
}

/** Throws where the dealer cannot stand below `parent`: nothing stands below itself, and the root stands below nothing. */
export function requireNoCycle(dealer: Place, parent: Place | null): void {
  if (dealer.DealerKey === ROOT_DEALER && parent !== null) throw refused('Dealer 1 has no parent');
  if (parent?.dealerPath.startsWith(dealer.dealerPath)) throw refused('A dealer cannot be below itself');
}
