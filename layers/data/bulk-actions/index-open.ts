import { isOver } from '#core/bulk-actions/command.ts';
import { DealerEntity } from '../dealers/dealers.ts';
import { tryWrite } from '../kit/conditions.ts';
import { type Upgraded, upgradeOne } from '../kit/upgraded.ts';
import { BulkActionEntity } from './bulk-actions.ts';
import { shownBulkAction } from './shown.ts';

/** Puts the bulk actions that are not over into the index of those. It can be repeated, and people can work meanwhile. */
export async function indexOpenBulkActions(now: number): Promise<Upgraded> {
  const done: Upgraded = { count: 0, left: [] };
  let cursor: string | null = null;
  do {
    const page: { data: { DealerKey: number }[]; cursor: string | null } = await DealerEntity.query
      .byTree({ tree: 'all' })
      .go({ cursor, limit: 100 });
    for (const { DealerKey } of page.data) await indexThoseOf(DealerKey, done, now);
    ({ cursor } = page);
  } while (cursor !== null);
  return done;
}

async function indexThoseOf(dealerKey: number, done: Upgraded, now: number): Promise<void> {
  const { data } = await BulkActionEntity.query.byDealer({ dealerKey }).go({ pages: 'all' });
  for (const stored of data) {
    if (stored.openOf !== undefined || isOver(shownBulkAction(stored, now))) continue;
    await upgradeOne(done, `bulk action ${stored.bchKey}`, async () => {
      // One that ends meanwhile leaves the index by the reaction to this change.
      const patch = BulkActionEntity.patch({ bchKey: stored.bchKey }).set({ openOf: dealerKey });
      return Boolean(await tryWrite(patch.where(({ openOf }, { notExists }) => notExists(openOf)).go()));
    });
  }
}
