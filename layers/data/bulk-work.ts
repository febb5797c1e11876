// Written by `npm run generate`: every folder of layers/data that has bulk-work.ts.
import { bulkWork as bulkActions } from './bulk-actions/bulk-work.ts';
import type { BulkWork } from './kit/area.ts';
import { bulkWork as sims } from './sims/bulk-work.ts';
import { bulkWork as unitConfiguration } from './unit-configuration/bulk-work.ts';
import { bulkWork as unitNotes } from './unit-notes/bulk-work.ts';
import { bulkWork as units } from './units/bulk-work.ts';

export const BULK_WORK: Readonly<Record<string, BulkWork>> = {
  ...bulkActions,
  ...sims,
  ...unitConfiguration,
  ...unitNotes,
  ...units,
};
