import { Box, Flex } from '@chakra-ui/react';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { EscalationSection } from './escalation-section.tsx';
import { GroupsSection } from './groups-section.tsx';
import { LabelsSection } from './labels-section.tsx';
import { LanguagesSection } from './languages-section.tsx';
import { LineIdsSection } from './line-ids-section.tsx';
import { MonitoringCentersSection } from './monitoring-centers-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { OfficeSections } from './office-section.tsx';
import { ProofSection } from './proof-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { ShippingSection } from './shipping-section.tsx';
import { type Settings, useSettings } from './use-settings.ts';

export const firstReads: FirstReads = () => [readOf(dealerSettings.get, {})];

/** The settings of the dealer. */
export default function DealerSettingsPage() {
  const { data, error, isValidating, staleSince, mutate } = useSettings();
  return (
    <Page>
      {!data && !error && <PageSkeleton shape="panels" />}
      {!data && error && (
        <ErrorState
          title="The settings could not be loaded"
          failure={error}
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      {data && (
        <>
          <PageHeader
            title="Dealer settings"
            description={data.DealerName}
            badge={staleSince && <StaleMark since={staleSince} onRetry={() => void mutate()} retrying={isValidating} />}
          />
          <Sections settings={data} />
        </>
      )}
    </Page>
  );
}

/** Two columns if there is room: the form that is saved as a whole, and the lists that are saved at each change. */
const Sections = ({ settings }: { settings: Settings }) => (
  <Box
    display="grid"
    gap="4"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) minmax(0, 1fr)' }}
    alignItems="start"
  >
    <Flex direction="column" gap="4" minW="0">
      <OfficeSections key={settings.DealerKey} settings={settings} />
      <MonitoringCentersSection settings={settings} />
      <ShippingSection settings={settings} />
    </Flex>
    <Flex direction="column" gap="4" minW="0">
      <NotificationsSection settings={settings} />
      <EscalationSection settings={settings} />
      <GroupsSection settings={settings} />
      <LabelsSection settings={settings} number={1} />
      <LabelsSection settings={settings} number={2} />
      <LineIdsSection settings={settings} />
      <ProofSection settings={settings} />
      <LanguagesSection settings={settings} />
      {settings.Rules && <RulesSection Rules={settings.Rules} />}
    </Flex>
  </Box>
);
