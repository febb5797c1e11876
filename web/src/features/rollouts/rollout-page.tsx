import { Alert, Box } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { Navigate, useSearchParams } from 'react-router';
import { rollouts } from '#core/rollouts/contract.ts';
import { AT_WORK } from '#core/rollouts/rollout.ts';
import { SECOND } from '#core/time.ts';
import { FailedRecordPage } from '#web/components/page/failed-record-page.tsx';
import { LinkTabs } from '#web/components/page/link-tabs.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import type { Output } from '#web/lib/api/api.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { usePageTrail } from '#web/lib/page/page-trail.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { ROLLOUTS, rolloutHref, rolloutUnitsHref } from '#web/shared/rollouts/hrefs.ts';
import { stateBadge } from '#web/shared/rollouts/state-badge.ts';
import { OverviewTab } from './overview-tab.tsx';
import { RolloutButton } from './rollout-button.tsx';
import { UnitsTab } from './units-tab.tsx';
import { useRolloutActions } from './use-rollout-actions.ts';

export type RolloutDetail = Output<typeof rollouts.get>;

export const firstReads: FirstReads = (parameters) => {
  const rolloutId = parameters.get('id');
  return rolloutId ? [readOf(rollouts.get, { rolloutId })] : [];
};

/** One rollout: its stages, their health, and its units. Without an id the list opens. */
export default function RolloutPage() {
  const [parameters] = useSearchParams();
  const rolloutId = parameters.get('id');
  return rolloutId ? <Detail key={rolloutId} rolloutId={rolloutId} /> : <Navigate to={ROLLOUTS} replace />;
}

function Detail({ rolloutId }: { rolloutId: string }) {
  const { data, error, isValidating, mutate } = useEndpoint(
    rollouts.get,
    { rolloutId },
    { isRecord: true, refreshInterval: (latest) => (latest && AT_WORK.includes(latest.state) ? 10 : 60) * SECOND },
  );
  usePageTrail(data ? [{ label: data.plan.name }] : []);
  if (data) return <Shown rollout={data} />;
  if (error)
    return (
      <FailedRecordPage
        noun="rollout"
        list={{ label: 'All rollouts', to: ROLLOUTS }}
        failure={error}
        onRetry={() => void mutate()}
        retrying={isValidating}
      />
    );
  return (
    <Page>
      <PageSkeleton shape="settings" />
    </Page>
  );
}

function Shown({ rollout }: { rollout: RolloutDetail }) {
  const [parameters] = useSearchParams();
  const { main, others } = useRolloutActions(rollout);
  const { rolloutId, plan, state, reason, UnitModel, version, proposedBy, approvedBy } = rollout;
  const isUnits = parameters.get('tab') === 'units';
  return (
    <Page endsWithTable={isUnits}>
      <PageHeader
        title={plan.name}
        badge={<StatusBadge {...stateBadge(state)} />}
        description={
          <>
            {`${UnitModel} · ${version} · proposed by ${proposedBy.fullName} `}
            <RelativeTime at={proposedBy.at} focusable />
            {approvedBy && (
              <>
                {` · approved by ${approvedBy.fullName} `}
                <RelativeTime at={approvedBy.at} focusable />
              </>
            )}
          </>
        }
        primary={main && <RolloutButton action={main} />}
        secondary={others}
      >
        <Box mt="2">
          <LinkTabs
            label="Rollout"
            active={isUnits ? 'units' : 'overview'}
            tabs={[
              { id: 'overview', label: 'Overview', to: rolloutHref(rolloutId) },
              { id: 'units', label: 'Units', to: rolloutUnitsHref(rolloutId) },
            ]}
          />
        </Box>
      </PageHeader>
      {reason !== undefined && (
        <Alert.Root status="warning" size="sm" variant="subtle" colorPalette="warning" role="status">
          <Alert.Indicator>
            <TriangleAlert aria-hidden />
          </Alert.Indicator>
          <Alert.Title fontWeight="400">{reason}</Alert.Title>
        </Alert.Root>
      )}
      {isUnits ? <UnitsTab rollout={rollout} /> : <OverviewTab rollout={rollout} />}
    </Page>
  );
}
