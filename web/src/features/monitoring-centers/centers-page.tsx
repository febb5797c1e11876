import { useSearchParams } from 'react-router';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import type { LinkTabsProps } from '#web/components/page/link-tabs.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { firstReadsOfList } from '#web/lib/list/use-list-page.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { CentersTab } from './centers-tab.tsx';
import { DealersTab } from './dealers-tab.tsx';
import { CENTERS, dealerIn, WHITE_LIST } from './lists.ts';
import { WhiteListTab } from './white-list-tab.tsx';

const TABS = [
  { id: 'centres', label: 'Centres', to: '?' },
  { id: 'whitelist', label: 'Whitelist', to: '?tab=whitelist' },
  { id: 'dealers', label: 'Dealers', to: '?tab=dealers' },
] as const;

const tabIn = (parameters: URLSearchParams) => TABS.find(({ id }) => id === parameters.get('tab'))?.id ?? 'centres';

export const firstReads: FirstReads = (parameters) => {
  const tab = tabIn(parameters);
  if (tab === 'whitelist') return firstReadsOfList(monitoringCenters.whiteList, WHITE_LIST, parameters);
  if (tab === 'centres') return firstReadsOfList(monitoringCenters.list, CENTERS, parameters);
  const dealerKey = dealerIn(parameters);
  return [readOfDealerField(), ...(dealerKey === undefined ? [] : [readOf(monitoringCenters.ofDealer, { dealerKey })])];
};

/** The administration of monitoring centres: the centres, their phone numbers, and the centres of each dealer. */
export default function MonitoringCentersPage() {
  const active = tabIn(useSearchParams()[0]);
  const tabs: LinkTabsProps = { label: 'Monitoring centres', tabs: TABS, active };
  if (active === 'whitelist') return <WhiteListTab tabs={tabs} />;
  if (active === 'dealers') return <DealersTab tabs={tabs} />;
  return <CentersTab tabs={tabs} />;
}
