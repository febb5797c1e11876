import { chakra, Skeleton } from '@chakra-ui/react';
import { Link } from 'react-router';
import { type BulkAction, isFinished } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { Panel, PanelList, PanelRow } from './panel.tsx';
import { READS } from './reads.ts';

const SHOWN = 5;

/** The dealer's bulk actions: those that run, those with failed units, then the latest. */
export function BulkActionsPanel() {
  const mayList = useMay(bulkActions.list.access);
  const { data, error, isValidating, mutate, staleSince } = useEndpoint(
    bulkActions.list,
    mayList ? READS.bulkActions : null,
  );
  if (!mayList) return null;
  const retry = () => void mutate();
  return (
    <Panel
      title="Bulk actions"
      aside={staleSince && <StaleMark since={staleSince} onRetry={retry} retrying={isValidating} />}
    >
      {!data && error ? (
        <ErrorState
          title="The bulk actions could not be read"
          failure={error}
          onRetry={retry}
          retrying={isValidating}
        />
      ) : !data ? (
        <Skeleton h="9" borderRadius="l2" />
      ) : data.items.length === 0 ? (
        <chakra.p color="fg.muted">None so far. Select units in their list to change many at once.</chakra.p>
      ) : (
        <PanelList>
          {needingFirst(data.items).map((action) => (
            <BulkActionRow key={action.bchKey} action={action} />
          ))}
        </PanelList>
      )}
    </Panel>
  );
}

/** Actions that need nobody keep their order, the newest first. */
const needingFirst = (actions: readonly BulkAction[]) =>
  actions.toSorted((one, other) => urgency(other) - urgency(one)).slice(0, SHOWN);

const urgency = (action: BulkAction) => (!isFinished(action) ? 2 : action.failed > 0 ? 1 : 0);

function BulkActionRow({ action }: { action: BulkAction }) {
  const { tone, word } = outcomeOf(action);
  return (
    <li>
      <PanelRow asChild>
        <Link to={paths.bulkAction(action.bchKey)}>
          <chakra.span flex="1" minW="0" truncate>
            {`Reporting ${action.type}, ${action.total.toLocaleString('en')} ${action.total === 1 ? 'unit' : 'units'}`}
          </chakra.span>
          <StatusBadge tone={tone} label={word} look="plain" />
          <chakra.span color="fg.muted" textStyle="xs" minW="4.5rem" textAlign="end">
            <RelativeTime at={action.createdAt} />
          </chakra.span>
        </Link>
      </PanelRow>
    </li>
  );
}

function outcomeOf(action: BulkAction): { tone: Tone; word: string } {
  const count = (number: number) => number.toLocaleString('en');
  if (action.state === 'stopped') return { tone: 'warning', word: 'Stopped' };
  if (!isFinished(action))
    return { tone: 'notice', word: `${count(action.done + action.failed)} of ${count(action.total)}` };
  return action.failed > 0 ? { tone: 'danger', word: `${count(action.failed)} failed` } : { tone: 'ok', word: 'Done' };
}
