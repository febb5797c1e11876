import { Button, chakra, Flex, IconButton } from '@chakra-ui/react';
import { AlarmClock, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { reminders } from '#core/reminders/contract.ts';
import { REMINDER_MESSAGES, type Reminder } from '#core/reminders/reminder.ts';
import { ACTIONS } from '#core/severity.ts';
import { shownDay, shownTime } from '#core/shown-time.ts';
import { SECOND } from '#core/time.ts';
import { wallClock } from '#core/time-zones.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { showSuccess, showUndoable } from '#web/lib/messages/show.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { ReminderDialog } from './reminder-dialog.tsx';
import { REMINDER_STATES, REPEAT_WORDS } from './reminder-words.ts';
import { zoneName } from './time-zones.ts';

/** The reminders of a unit, past and future. */
export function ScheduleTab({ UnitSerNum }: { UnitSerNum: string }) {
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<Reminder>();
  const { data, error, isValidating, mutate, staleSince } = useEndpoint(
    reminders.list,
    { UnitSerNum },
    { refreshInterval: 30 * SECOND },
  );
  const maySchedule = useMay(reminders.schedule.access);
  const add = maySchedule && (
    <Button onClick={() => setAdding(true)} variant={data?.items.length ? 'outline' : 'solid'}>
      <Plus size={16} aria-hidden />
      Schedule a reminder
    </Button>
  );

  return (
    <Flex direction="column" gap="3">
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" minH="9">
        <chakra.p color="fg.muted">A unit can have one reminder of each kind.</chakra.p>
        {staleSince && <StaleMark since={staleSince} onRetry={() => void mutate()} retrying={isValidating} />}
        {data && data.items.length > 0 && add}
      </Flex>
      {!data && error && !isValidating ? (
        <ErrorState
          title="The reminders could not be loaded"
          failure={error}
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      ) : !data ? (
        <Loading label="Loading the reminders">
          <TextSkeleton lines={4} />
        </Loading>
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={AlarmClock}
          title="Nothing is scheduled"
          description="An MXD-LTE speaks its reminder, a wearable chimes."
          action={add}
        />
      ) : (
        <ReminderList reminders={data.items} onEdit={maySchedule ? setEdited : undefined} />
      )}
      {adding && <ReminderDialog UnitSerNum={UnitSerNum} known={data?.items ?? []} onClose={() => setAdding(false)} />}
      {edited && (
        <ReminderDialog
          UnitSerNum={UnitSerNum}
          known={data?.items ?? []}
          edited={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Flex>
  );
}

const ORDER: readonly Reminder['state'][] = ['scheduled', 'waiting', 'missed', 'sent'];

type OnEdit = ((reminder: Reminder) => void) | undefined;

function ReminderList({ reminders: items, onEdit }: { reminders: readonly Reminder[]; onEdit: OnEdit }) {
  const sorted = items.toSorted(
    (left, right) =>
      ORDER.indexOf(left.state) - ORDER.indexOf(right.state) || left.MessageTime.localeCompare(right.MessageTime),
  );
  return (
    <chakra.ul borderWidth="1px" borderRadius="l3" bg="bg.panel" overflow="hidden">
      {sorted.map((reminder) => (
        <ReminderRow key={reminder.Message} reminder={reminder} onEdit={onEdit} />
      ))}
    </chakra.ul>
  );
}

function ReminderRow({ reminder, onEdit }: { reminder: Reminder; onEdit: OnEdit }) {
  const { UnitSerNum, Message, MessageTime, timeZone, state, createdBy, repeatFrequency, endDate } = reminder;
  const repeats = repeatFrequency && { repeat: true, repeatFrequency, ...(endDate && { endDate }) };
  const words = REMINDER_MESSAGES[Message];
  const style = useTimeStyle();
  const confirm = useConfirm();
  const mayRemove = useMay(reminders.remove.access);
  const { user } = useSession();
  const { trigger, isMutating } = useEndpointMutation(reminders.remove, { refreshes: [reminders.list] });
  const schedule = useEndpointMutation(reminders.schedule, { refreshes: [reminders.list] });
  const remove = async () => {
    const sure = await confirm({
      title: `Delete the reminder “${words}” of ${UnitSerNum}?`,
      consequence: state === 'scheduled' ? 'It will not be given.' : 'It disappears from the list.',
      actionLabel: 'Delete reminder',
      ...ACTIONS.deleteReminder,
    });
    if (!sure || !(await trigger({ UnitSerNum, Message }))) return;
    // Scheduled again, a past reminder would be refused, and another user's would be one's own.
    if (state !== 'scheduled' || createdBy !== user.userName) return void showSuccess('Reminder deleted');
    const time = wallClock(Date.parse(MessageTime), timeZone);
    showUndoable('Reminder deleted', () =>
      schedule.trigger({ UnitSerNum, Message, MessageTime: time, timeZone, replace: false, ...repeats }),
    );
  };
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="4"
      px="4"
      py="3"
      borderTopWidth="1px"
      borderColor="border.subtle"
      _first={{ borderTopWidth: '0' }}
    >
      <Flex direction="column" flex="1" minW="0">
        <Flex align="center" gap="2.5" wrap="wrap">
          <chakra.span fontWeight="600">{words}</chakra.span>
          <StatusBadge {...REMINDER_STATES[state]} />
        </Flex>
        <chakra.span color="fg.muted" textWrap="pretty">
          <RelativeTime at={MessageTime} focusable />
          {` · ${shownTime(new Date(MessageTime), { format: style.format, timeZone })} ${zoneName(timeZone)} time · by ${createdBy}`}
          {repeatFrequency &&
            ` · ${REPEAT_WORDS[repeatFrequency]}${endDate ? ` until ${shownDay(endDate, style)}` : ''}`}
        </chakra.span>
      </Flex>
      {onEdit && state === 'scheduled' && (
        <IconButton
          size="sm"
          variant="ghost"
          aria-label={`Edit the reminder ${words}`}
          onClick={() => onEdit(reminder)}
        >
          <Pencil size={16} aria-hidden />
        </IconButton>
      )}
      {mayRemove && (
        <IconButton
          size="sm"
          variant="ghost"
          aria-label={`Delete the reminder ${words}`}
          onClick={() => void remove()}
          loading={isMutating}
        >
          <Trash2 size={16} aria-hidden />
        </IconButton>
      )}
    </chakra.li>
  );
}
