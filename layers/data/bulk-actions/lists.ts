import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import type { Page } from '#core/paging.ts';
import { tryWrite } from '../kit/conditions.ts';
import { page } from '../kit/page.ts';
import { BulkActionEntity } from './bulk-actions.ts';

interface Asked {
  cursor?: string | undefined;
  pageSize: number;
}

/** The bulk actions of a dealer, the newest first. */
export const bulkActionLists = {
  all: (dealerKey: number, asked: Asked): Promise<Page<BulkActionRecord>> =>
    page(BulkActionEntity.query.byDealer({ dealerKey }), { ...asked, order: 'desc' }),

  /** Those that are not over. One that has just ended can be among them. */
  open: (dealerKey: number, asked: Asked): Promise<Page<BulkActionRecord>> =>
    page(BulkActionEntity.query.open({ openOf: dealerKey }), { ...asked, order: 'desc' }),

  /** Takes a bulk action that is over off the list of those that are not, unless it is retried. */
  async leaveOpen({ bchKey, attempt }: Pick<BulkActionRecord, 'bchKey' | 'attempt'>): Promise<void> {
    await tryWrite(
      BulkActionEntity.patch({ bchKey })
        .remove(['openOf'])
        .where((item, { eq }) => eq(item.attempt, attempt))
        .go(),
    );
  },
};
