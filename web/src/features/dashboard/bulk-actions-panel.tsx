import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { type BulkAction, isUnderWay } from '#core/bulk-actions/bulk-action.ts';
import { actionWords } from '#core/bulk-actions/words.ts';
import type { BulkSchedule } from '#core/reminders/bulk-schedule.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { Panel, PanelList, PanelMore, PanelRow } from './panel.tsx';

const SHOWN = 5;

interface BulkActionsPanelProps {
  bulkActions: readonly BulkAction[];
  bulkSchedules: readonly BulkSchedule[];
}

/** Work on many units: batches of reminders under way, bulk actions that run, those with failed units, then the latest. */
export const BulkActionsPanel = ({ bulkActions, bulkSchedules }: BulkActionsPanelProps) => (
  <Panel
    title="Bulk actions"
    aside={bulkActions.length > SHOWN && <PanelMore to={paths.bulkActions}>All bulk actions</PanelMore>}
  >
    {bulkActions.length + bulkSchedules.length === 0 ? (
      <chakra.p color="fg.muted">None so far. Select units in their list to change many at once.</chakra.p>
    ) : (
      <PanelList>
        {bulkSchedules.map((batch) => (
          <BatchRow key={batch.schedule} bulkSchedule={batch} />
        ))}
        {needingFirst(bulkActions).map((action) => (
          <BulkActionRow key={action.bchKey} action={action} />
        ))}
      </PanelList>
    )}
  </Panel>
);

const BatchRow = ({
  bulkSchedule: { schedule, total, scheduled, failed, isStalled, createdAt },
}: {
  bulkSchedule: BulkSchedule;
}) => (
  <li>
    <PanelRow asChild>
      <Link to={paths.bulkSchedule(schedule)}>
        <chakra.span flex="1" minW="0" truncate>
          {`Reminders for ${unitCount(total)}`}
        </chakra.span>
        <StatusBadge
          tone={isStalled ? 'warning' : 'notice'}
          label={
            isStalled ? 'Not finished' : `${(scheduled + failed).toLocaleString('en')} of ${total.toLocaleString('en')}`
          }
          look="plain"
        />
        <chakra.span color="fg.muted" textStyle="xs" minW="4.5rem" textAlign="end">
          <RelativeTime at={createdAt} />
        </chakra.span>
      </Link>
    </PanelRow>
  </li>
);

/** Actions that need nobody keep their order, the newest first. */
const needingFirst = (actions: readonly BulkAction[]) =>
  actions.toSorted((one, other) => urgency(other) - urgency(one)).slice(0, SHOWN);

const urgency = (action: BulkAction) =>
  action.state === 'cancelled' ? 0 : action.state !== 'finished' ? 2 : action.failed > 0 ? 1 : 0;

function BulkActionRow({ action }: { action: BulkAction }) {
  const { tone, word } = outcomeOf(action);
  return (
    <li>
      <PanelRow asChild>
        <Link to={paths.bulkAction(action.bchKey)}>
          <chakra.span flex="1" minW="0" truncate>
            {`${actionWords(action)}, ${unitCount(action.total)}`}
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
  if (action.state === 'paused') return { tone: 'warning', word: 'Paused' };
  if (action.state === 'stopped') return { tone: 'warning', word: 'Stopped' };
  if (action.state === 'cancelled') return { tone: 'muted', word: 'Cancelled' };
  if (action.state === 'collecting') return { tone: 'notice', word: `${count(action.total)} found` };
  if (isUnderWay(action))
    return { tone: 'notice', word: `${count(action.done + action.failed)} of ${count(action.total)}` };
  if (action.failed > 0) return { tone: 'danger', word: `${count(action.failed)} failed` };
  return { tone: 'ok', word: action.action === 'sim' ? 'Asked or done' : 'Done' };
}
