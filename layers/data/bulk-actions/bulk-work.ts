import type { BulkWork } from '../kit/area.ts';
import { bulkActionRowStore } from './bulk-action-rows.ts';

export const bulkWork: Readonly<Record<string, BulkWork>> = { reporting: bulkActionRowStore.switchReporting };
