import { type Holder, mayAccess } from '../access.ts';
import { BULK_ACTION_ACCESS, type BulkAction, mayDoAction } from './bulk-action.ts';

/** Who lost which right to a bulk action since its start, in words for people. Undefined if it may go on. `rights`: those of now, if any. */
export function lostRights(
  { action, createdBy }: Pick<BulkAction, 'action' | 'createdBy'>,
  rights: Holder | undefined,
): string | undefined {
  if (!rights) return `The access of ${createdBy}, with which the bulk action was started, has ended`;
  if (!mayAccess(BULK_ACTION_ACCESS, rights)) return `${createdBy} may no longer use bulk actions`;
  return mayDoAction(action, rights) ? undefined : `${createdBy} may no longer do this with a unit`;
}
