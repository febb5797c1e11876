import { dashboard } from '#core/dashboard/contract.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';

/** The one read of the dashboard. */
export const dashboardInput = () => ({ dateOffset: new Date().getTimezoneOffset() });

export const firstReads: FirstReads = () => [readOf(dashboard.read, dashboardInput())];
