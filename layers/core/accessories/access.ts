import { atRoot, holding } from '../access.ts';

export const readers = holding('UNIT', 'UNIT_EDIT', 'UNIT_VIEW');
/** UNIT changes nothing. */
export const editors = holding('UNIT_EDIT');
/** Who keeps the stock list. All dealers look accessories up in it. */
export const STOCK_KEEPERS = atRoot(holding('TXMUPLOAD'));
