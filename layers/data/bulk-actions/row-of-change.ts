import type { TransactWriteEntities } from 'electrodb';
import { AppError } from '#core/errors.ts';
import { refusedAs } from '../kit/change.ts';
import { ALREADY, type BulkActionOutcome, bulkActionRowStore, bulkRowEntities, settling } from './bulk-action-rows.ts';

/** The row has its outcome already, or its bulk action was stopped. */
class RowSettled extends AppError {
  constructor() {
    super('CONFLICT', 'This row of the bulk action has its outcome already');
  }
}

/** A function, because every refusal is an error of its own. */
export const rowRefused = () => ({ settled: new RowSettled() });
export const rowEntities = bulkRowEntities;

/** The writes of a change that is a row of a bulk action: both are stored, or none. None for a change by itself. `isSame`: the unit is as asked already. */
export const rowWrites = (
  to: TransactWriteEntities<typeof rowEntities>,
  row: BulkActionOutcome | undefined,
  isSame = false,
) => (row ? settling(to, row, 'done', isSame ? ALREADY : {}).map((write) => refusedAs('settled', write)) : []);

/** Stores that the unit of the row was so already, for a change that finds nothing to change. */
export async function rowDone(row: BulkActionOutcome | undefined): Promise<void> {
  if (row) await bulkActionRowStore.done(row, ALREADY);
}

/** What the audit entry of a change says of the bulk action that it is part of. */
export const partOf = (row: BulkActionOutcome | undefined) => (row ? { partOf: row.bulkAction.bchKey } : {});

/** The same of a change that a dealer below that of the bulk action finds in its own lists. */
export const partForDealer = (row: BulkActionOutcome | undefined, dealerKey: number) => ({
  ...partOf(row),
  ...(row && row.bulkAction.dealerKey !== dealerKey && { partOfDealer: row.bulkAction.dealerKey }),
});

/**
 * Makes the change of one row, which writes the outcome `done` itself. What refuses the change fails the row with the reason. CONFLICT if the row should be
 * read and tried again, also because the rights have just changed.
 */
export async function asRow(outcome: BulkActionOutcome, change: () => Promise<unknown>): Promise<unknown> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof RowSettled) return false;
    if (!(error instanceof AppError) || error.code === 'CONFLICT' || error.code === 'UNAVAILABLE') throw error;
    if (error.code === 'UNAUTHENTICATED') throw new AppError('CONFLICT', error.message);
    return bulkActionRowStore.fail(outcome, error.message);
  }
}
