import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import type { Rollout } from '#core/rollouts/rollout.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { ROLLOUTS, rolloutHref } from '#web/shared/rollouts/hrefs.ts';
import { stateBadge } from '#web/shared/rollouts/state-badge.ts';
import { Panel, PanelList, PanelMore, PanelRow } from './panel.tsx';

/** Rollouts of firmware that are not over. `more`: their list has more of them. */
export const RolloutsPanel = ({ rollouts, more }: { rollouts: readonly Rollout[]; more: boolean }) => (
  <Panel title="Rollouts" aside={more && <PanelMore to={ROLLOUTS}>More rollouts</PanelMore>}>
    <PanelList>
      {rollouts.map(({ rolloutId, plan, UnitModel, version, state, proposedBy }) => (
        <li key={rolloutId}>
          <PanelRow asChild>
            <Link to={rolloutHref(rolloutId)}>
              <chakra.span flex="1" minW="0" truncate>
                {`${plan.name}, ${UnitModel} ${version}`}
              </chakra.span>
              <StatusBadge {...stateBadge(state)} look="plain" />
              <chakra.span color="fg.muted" textStyle="xs" minW="4.5rem" textAlign="end">
                <RelativeTime at={proposedBy.at} />
              </chakra.span>
            </Link>
          </PanelRow>
        </li>
      ))}
    </PanelList>
  </Panel>
);
