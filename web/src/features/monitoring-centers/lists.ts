import type { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import type { ListReads } from '#web/lib/list/use-list-page.ts';

const PAGES = { pageSizes: [10, 25, 50, 100], defaultPageSize: 25, input: () => ({}) };

export const CENTERS: ListReads<typeof monitoringCenters.list> = { name: 'monitoringCenters', ...PAGES };
export const WHITE_LIST: ListReads<typeof monitoringCenters.whiteList> = { name: 'whiteList', ...PAGES };

/** The dealer whose centres the address asks for. */
export const dealerIn = (parameters: URLSearchParams) => Number(parameters.get('dealer')) || undefined;
