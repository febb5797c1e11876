import { CalendarClock, Trash2 } from 'lucide-react';
import { Navigate, useSearchParams } from 'react-router';
import {
  type BulkReminder,
  type BulkSchedule,
  mayReschedule,
  RESCHEDULE_FAILED,
} from '#core/reminders/bulk-schedule.ts';
import { reminders } from '#core/reminders/contract.ts';
import { REMINDER_MESSAGES } from '#core/reminders/reminder.ts';
import { ACTIONS } from '#core/severity.ts';
import { SECOND } from '#core/time.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { badgeText, type DataColumn, TIME_WIDTH, timeText } from '#web/components/data-table/columns.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { PageAction } from '#web/components/page/page-action.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime, RelativeTime } from '#web/components/text/relative-time.tsx';
import { call } from '#web/lib/api/api.ts';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureUnder, showSuccess } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { BULK_REMINDER_WORDS, NOT_FINISHED, UNDER_WAY } from './words.ts';

const readsOf = (schedule: string): ListReads<typeof reminders.bulkSchedule> => ({
  name: 'bulkSchedule',
  pageSizes: [25, 50, 100, 250],
  defaultPageSize: 100,
  input: () => ({ schedule }),
});

export const firstReads: FirstReads = (parameters) => {
  const schedule = parameters.get('schedule');
  return schedule ? firstReadsOfList(reminders.bulkSchedule, readsOf(schedule), parameters) : [];
};

const isMoving = (bulk: BulkSchedule | undefined) => bulk?.isUnderWay && !bulk.isStalled;

/** The reminders of a file. Without a schedule the upload opens. */
export default function BulkSchedulePage() {
  const [parameters] = useSearchParams();
  const schedule = parameters.get('schedule');
  return schedule ? <Reminders schedule={schedule} /> : <Navigate to={paths.batchUpload()} replace />;
}

function Reminders({ schedule }: { schedule: string }) {
  const confirm = useConfirm();
  const list = useListPage(reminders.bulkSchedule, {
    ...readsOf(schedule),
    rowId: ({ row }) => String(row),
    refreshInterval: (latest) => (isMoving(latest?.bulkSchedule) ? 3 * SECOND : 60 * SECOND),
  });
  const bulk = list.answer?.bulkSchedule;
  const selected = (list.rows ?? []).filter(({ row }) => list.selected.has(String(row)));
  const again = selected.filter(mayReschedule);
  const deletable = selected.filter(({ state }) => state === 'scheduled' || state === 'waiting');

  const done = () => {
    list.select(new Set());
    list.retry();
  };
  const reschedule = async () => {
    if (!bulk) return;
    try {
      await call(reminders.reschedule, { schedule: bulk.schedule, rows: again.map(({ row }) => row) });
      showSuccess(`${unitCount(again.length)} scheduled again`);
      done();
    } catch (error) {
      showFailureUnder(RESCHEDULE_FAILED, error);
    }
  };
  const goOn = async () => {
    if (!bulk) return;
    try {
      await call(reminders.reschedule, { schedule: bulk.schedule });
      showSuccess('The rest is being scheduled');
      done();
    } catch (error) {
      showFailureUnder(RESCHEDULE_FAILED, error);
    }
  };
  const remove = async () => {
    const sure = await confirm({
      title: `Delete the reminders of ${unitCount(deletable.length)}?`,
      consequence: 'They are not given. They can be scheduled again with another file.',
      actionLabel: 'Delete reminders',
      ...ACTIONS.deleteReminder,
    });
    if (!sure) return;
    const failures: unknown[] = [];
    for (const { UnitSerNum, testType } of deletable)
      try {
        await call(reminders.remove, { UnitSerNum: UnitSerNum!, Message: testType });
      } catch (error) {
        failures.push(error);
      }
    const deleted = deletable.length - failures.length;
    if (deleted > 0) showSuccess(`Reminders of ${unitCount(deleted)} deleted`);
    if (failures.length > 0) showFailureUnder(`Reminders of ${unitCount(failures.length)} not deleted`, failures[0]);
    done();
  };

  return (
    <ListPage<BulkReminder>
      title={bulk ? `${REMINDER_MESSAGES[bulk.type]}: scheduled reminders` : 'Scheduled reminders'}
      label="Scheduled reminders"
      description={
        bulk && (
          <>
            {`${bulk.scheduled.toLocaleString('en')} of ${bulk.total.toLocaleString('en')} scheduled, ${bulk.failed.toLocaleString('en')} failed · by ${bulk.createdBy} `}
            <RelativeTime at={bulk.createdAt} focusable />
          </>
        )
      }
      {...(bulk?.isUnderWay && { badge: <StatusBadge {...(bulk.isStalled ? NOT_FINISHED : UNDER_WAY)} /> })}
      {...(bulk?.isStalled && {
        primary: <PageAction label="Schedule the rest" icon={CalendarClock} onClick={() => void goOn()} />,
      })}
      list={list}
      columns={COLUMNS}
      selectionActions={[
        {
          id: 'again',
          label: 'Schedule again',
          icon: CalendarClock,
          run: () => void reschedule(),
          ...(again.length === 0 && { disabledReason: 'Choose reminders that failed or were missed' }),
        },
        {
          id: 'delete',
          label: 'Delete reminders',
          icon: Trash2,
          run: () => void remove(),
          ...(deletable.length === 0 && { disabledReason: 'Choose reminders that are still to come' }),
        },
      ]}
      fileName={`scheduled reminders ${bulk?.createdAt.slice(0, 10) ?? ''}`.trim()}
      empty={{ title: 'No reminder yet', description: 'The rows of the file appear here as they are scheduled.' }}
    />
  );
}

const time = (field: 'ReminderTime' | 'lastScheduled' | 'lastTest' | 'nextTest', label: string) =>
  ({
    accessorKey: field,
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original[field]} />,
    meta: { label, text: (row) => timeText(row[field]) },
  }) satisfies DataColumn<BulkReminder>;

const COLUMNS: DataColumn<BulkReminder>[] = [
  {
    accessorKey: 'UnitSerNum',
    size: 140,
    meta: { label: 'Serial number', locked: true, monospace: true, copyable: true, card: 'title' },
  },
  { accessorKey: 'LineID', size: 110, meta: { label: 'Line ID', monospace: true } },
  { accessorKey: 'UnitID', size: 110, meta: { label: 'Unit ID', monospace: true } },
  {
    id: 'state',
    accessorFn: ({ state }) => BULK_REMINDER_WORDS[state].label,
    size: 150,
    cell: ({ row }) => <StatusBadge {...BULK_REMINDER_WORDS[row.original.state]} look="plain" />,
    meta: { label: 'State', card: 'aside', text: ({ state }) => badgeText(BULK_REMINDER_WORDS[state].label) },
  },
  { accessorKey: 'reason', size: 200, meta: { label: 'Reason', grows: true } },
  time('nextTest', 'Next test'),
  time('lastTest', 'Last test'),
  { accessorKey: 'tryCount', size: 90, meta: { label: 'Tries', align: 'end' } },
  time('ReminderTime', 'Reminder time'),
  time('lastScheduled', 'Last scheduled'),
  {
    accessorKey: 'testType',
    size: 150,
    cell: ({ row }) => REMINDER_MESSAGES[row.original.testType],
    meta: { label: 'Test type' },
  },
];
