import { Box, Button, Flex, Grid, Heading } from '@chakra-ui/react';
import { CardSim, History, LayoutDashboard, SlidersHorizontal, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { LinkTabs } from '#web/components/page/link-tabs.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { ProgressBar } from '#web/components/progress/progress-bar.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { KeyValueSkeleton, Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { TONE_ICONS, type Tone } from '#web/components/status/tones.ts';
import { Copyable } from '#web/components/text/copyable.tsx';
import { ExactTime, RelativeTime } from '#web/components/text/relative-time.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';

const TONES = Object.keys(TONE_ICONS) as Tone[];
const WORDS: Record<Tone, string> = {
  ok: 'Reporting',
  notice: 'Pending',
  warning: 'Low battery',
  danger: 'Emergency',
  silent: 'Silent',
  muted: 'Deactivated',
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box as="section" borderWidth="1px" borderRadius="l3" bg="bg.panel" p="4" minW="0">
    <Heading as="h2" textStyle="sectionTitle" mb="3">
      {title}
    </Heading>
    {children}
  </Box>
);

export function PartsView() {
  return (
    <Box overflowY="auto" flex="1" minH="0" mx="-6" px="6">
      <PageHeader
        title="400123"
        badge={<StatusBadge tone="ok" label="Reporting" />}
        description="MXD-LTE · Grandma Ruth · Summit Medical"
        primary={<Button>Edit</Button>}
        secondary={[
          { id: 'move', label: 'Move to another dealer' },
          { id: 'reset', label: 'Reset the unit', disabledReason: 'The unit is not connected' },
          { id: 'delete', label: 'Delete the customer', icon: Trash2, tone: 'danger', startsGroup: true },
        ]}
      >
        <Box mt="2">
          <LinkTabs
            label="Unit"
            tabs={[
              { id: 'overview', label: 'Overview', to: '?tab=overview', icon: LayoutDashboard },
              { id: 'configuration', label: 'Configuration', to: '?tab=configuration', icon: SlidersHorizontal },
              { id: 'sims', label: 'SIMs', to: '?tab=sims', icon: CardSim, count: 2 },
              { id: 'history', label: 'History', to: '?tab=history', icon: History, count: 1204 },
            ]}
          />
        </Box>
      </PageHeader>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(auto-fill, minmax(22rem, 1fr))' }} gap="4" mt="4">
        <Panel title="States">
          <Flex gap="2" wrap="wrap" mb="3">
            {TONES.map((tone) => (
              <StatusBadge key={tone} tone={tone} label={WORDS[tone]} />
            ))}
          </Flex>
          <Flex gap="4" wrap="wrap">
            {TONES.map((tone) => (
              <StatusBadge key={tone} tone={tone} label={WORDS[tone]} look="plain" />
            ))}
          </Flex>
        </Panel>
        <Panel title="Facts">
          <KeyValueList
            items={[
              { label: 'Serial number', value: '400123', copyable: true },
              { label: 'ICCID', value: '8901260000079190012', copyable: true },
              { label: 'Last ping', value: <RelativeTime at={minutesAgo(3)} focusable /> },
              { label: 'First seen', value: <ExactTime at="2026-03-02T18:05:09Z" /> },
              { label: 'Label', value: '' },
              { label: 'Dealer', value: 'Northern Care & Safety of the Greater Wasatch Front' },
            ]}
          />
        </Panel>
        <Panel title="Identifiers">
          <Copyable value="8901260000079190012" label="ICCID" />
        </Panel>
        <Panel title="Progress">
          <Flex direction="column" gap="5">
            <ProgressBar label="Activating units" done={640} total={1000} failed={12} startedAt={minutesAgo(4)} />
            <ProgressBar label="Reading the file" done={120} total={undefined} />
            <ProgressBar label="Done" done={1000} total={1000} finished />
          </Flex>
        </Panel>
        <Panel title="Disabled, and why">
          <Flex gap="2" wrap="wrap">
            <DisabledReason reason="The unit has not been sold yet">
              <Button>Activate SIM</Button>
            </DisabledReason>
            <DisabledReason reason="Only engineers can do this">
              <Button variant="outline">Send command</Button>
            </DisabledReason>
            <DisabledReason reason={undefined}>
              <Button variant="outline">Enabled</Button>
            </DisabledReason>
          </Flex>
        </Panel>
        <Panel title="Stale">
          <StaleMark since={new Date('2026-11-21T21:05:00Z')} onRetry={() => {}} />
        </Panel>
        <Panel title="Nothing here">
          <EmptyState
            title="No caregivers yet"
            description="Caregivers are called when the button is pressed."
            action={<Button variant="outline">Add caregiver</Button>}
          />
        </Panel>
        <Panel title="Failure">
          <ErrorState
            title="The history could not be loaded"
            description="The server did not answer in time."
            reference="4f1c-99ab"
            onRetry={() => {}}
          />
        </Panel>
        <Panel title="Loading">
          <Loading>
            <Flex direction="column" gap="6">
              <TextSkeleton />
              <KeyValueSkeleton rows={3} />
            </Flex>
          </Loading>
        </Panel>
      </Grid>
    </Box>
  );
}
