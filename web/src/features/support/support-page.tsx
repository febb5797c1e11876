import { useSearchParams } from 'react-router';
import { support } from '#core/support/contract.ts';
import { SUPPORT_TABS, supportTab } from '#core/support/tabs.ts';
import { LinkTabs } from '#web/components/page/link-tabs.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { FaqTab } from './faq-tab.tsx';
import { Library } from './library.tsx';
import { TicketTracker, ticketReads } from './ticket-tracker.tsx';

const TABS = SUPPORT_TABS.map(({ id, label }) => ({ id, label, to: `?tab=${id}` }));

export const firstReads: FirstReads = (parameters) => {
  const tab = supportTab(parameters.get('tab'));
  if (tab === 'ticketTracker') return ticketReads(parameters);
  return tab === 'Videos' ? [readOf(support.getTrainingVideos, {})] : [];
};

/** Tickets, training videos, and answers to usual questions. */
export default function SupportPage() {
  const [parameters] = useSearchParams();
  const active = supportTab(parameters.get('tab'));
  const tabs = { label: 'Support', active, tabs: TABS };
  if (active === 'ticketTracker') return <TicketTracker tabs={tabs} />;
  return (
    <Page>
      <PageHeader title="Support">
        <LinkTabs {...tabs} />
      </PageHeader>
      {active === 'Videos' ? <Library kind="video" /> : <FaqTab />}
    </Page>
  );
}
