import { HOUR } from '#core/time.ts';
import type { Measure } from './measure.ts';

export interface Entry {
  name: string;
  /** What must be running before the measure is loaded. */
  needs?: 'table';
  /** The table is in files, so that a measure can fill it without its writes (`write-rows.ts`). */
  inFiles?: true;
  /** How long it may take at most, in milliseconds, where that is longer than usual. */
  longest?: number;
  load(): Promise<{ measure: Measure }>;
}

/** All measures of `npm run bench`, in this order. */
export const MEASURES: readonly Entry[] = [
  { name: 'fleet-size', needs: 'table', load: () => import('./fleet-size.ts') },
  { name: 'tree-size', needs: 'table', load: () => import('./tree-size.ts') },
  { name: 'log-page', needs: 'table', inFiles: true, load: () => import('./log-page.ts') },
  { name: 'profile-pages', needs: 'table', load: () => import('./profile-pages.ts') },
  { name: 'report-page', needs: 'table', inFiles: true, load: () => import('./report-page.ts') },
  { name: 'silence', needs: 'table', load: () => import('./silence.ts') },
  { name: 'customer-search', needs: 'table', inFiles: true, load: () => import('./customer-search.ts') },
  { name: 'bill', needs: 'table', load: () => import('./bill.ts') },
  { name: 'bulk-action', needs: 'table', longest: 2 * HOUR, load: () => import('./bulk-action.ts') },
  { name: 'reminder-batch', needs: 'table', longest: 2 * HOUR, load: () => import('./reminder-batch.ts') },
  { name: 'serve', needs: 'table', load: () => import('./serve.ts') },
  { name: 'function-start', load: () => import('./function-start.ts') },
  { name: 'bridge-throughput', load: () => import('./bridge-throughput.ts') },
  { name: 'durable-reports', needs: 'table', load: () => import('./durable-reports.ts') },
  { name: 'broker', load: () => import('./broker.ts') },
  { name: 'file-download', load: () => import('./file-download.ts') },
  { name: 'bridge-memory', load: () => import('./bridge-memory.ts') },
  { name: 'login-load', needs: 'table', load: () => import('./login-load.ts') },
  { name: 'console-round-trip', needs: 'table', load: () => import('./console-round-trip.ts') },
  { name: 'ping-to-screen', needs: 'table', load: () => import('./ping-to-screen.ts') },
  { name: 'event-to-screen', needs: 'table', load: () => import('./event-to-screen.ts') },
  { name: 'first-screen', load: () => import('./first-screen.ts') },
  { name: 'tables', load: () => import('./tables.ts') },
  { name: 'page-visits', needs: 'table', load: () => import('./page-visits.ts') },
];
