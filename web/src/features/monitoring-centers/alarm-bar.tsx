import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { type AlarmChange, type AlarmKey, type AlarmState, CLOSE_CODES } from '#core/monitoring-centers/alarm.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { durationWords } from '#web/components/text/duration-words.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { CloseDialog, NoteDialog } from './alarm-dialogs.tsx';
import { ExportMenu } from './export-menu.tsx';
import { useAlarmChange } from './use-alarm-change.ts';

type Action = AlarmChange['action'];

interface AlarmBarProps {
  event: AlarmKey & { eventType: string };
  alarm: AlarmState;
}

/** Who has an alarm, what was noted, and what the person can do about it. */
export function AlarmBar({ event, alarm: read }: AlarmBarProps) {
  const [open, setOpen] = useState<'note' | 'close'>();
  // What the person's own change made of it counts at once: the next one must not be refused because the list is read later.
  const [changed, setChanged] = useState<AlarmState>();
  const alarm = changed && changed.version > read.version ? changed : read;
  const { trigger, isMutating, may } = useAlarmChange();
  const { UnitSerNum, timeStamp, sequence, eventType } = event;
  const key = { UnitSerNum, timeStamp, sequence, version: alarm.version };
  const changeTo = async (action: Action) => {
    const now = await trigger({ ...key, action });
    if (now) setChanged(now);
  };
  const dialog = { alarmKey: key, eventType, onClose: () => setOpen(undefined), onChanged: setChanged };
  const button = (action: Action, label: string, run: () => void = () => void changeTo(action)) => (
    <Button
      size="sm"
      variant={action === 'take' ? 'solid' : 'outline'}
      aria-label={`${label}: ${eventType}`}
      disabled={isMutating}
      onClick={run}
    >
      {label}
    </Button>
  );
  const isOpen = may && alarm.closedAt === undefined;
  return (
    <Flex direction="column" gap="2" w="full" pb="1">
      <Flex align="center" gap="2" wrap="wrap">
        <State alarm={alarm} />
        {alarm.secondsToAnswer !== undefined && (
          <Text color="fg.muted" textStyle="xs">{`Answered after ${durationWords(alarm.secondsToAnswer)}`}</Text>
        )}
        {/* The buttons stay together on a phone. */}
        <Flex gap="2" wrap="wrap" ms={{ md: 'auto' }}>
          {isOpen && alarm.heldBy === undefined && button('take', 'Take')}
          {isOpen && alarm.heldBy !== undefined && !alarm.isMine && button('takeOver', 'Take over')}
          {/* Never where ‘Take’ was: a second click must not release the alarm. On a phone the row begins at the left. */}
          {isOpen && alarm.isMine && <Box order={{ base: '1', md: '0' }}>{button('release', 'Release')}</Box>}
          {isOpen && button('note', 'Note', () => setOpen('note'))}
          {isOpen && alarm.isMine && button('close', 'Close', () => setOpen('close'))}
          <ExportMenu event={event} />
        </Flex>
      </Flex>
      {alarm.notes.length > 0 && (
        <chakra.ul aria-label={`Notes on ${eventType}`} textStyle="xs">
          {alarm.notes.map(({ at, by, text }) => (
            <chakra.li key={`${at} ${text}`} overflowWrap="anywhere">
              <chakra.span color="fg.muted">
                <ExactTime at={at} /> {by}:{' '}
              </chakra.span>
              {text}
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {open === 'note' && <NoteDialog {...dialog} />}
      {open === 'close' && <CloseDialog {...dialog} />}
    </Flex>
  );
}

function State({ alarm: { closedBy, closeCode, heldBy, isMine } }: { alarm: AlarmState }) {
  if (closeCode !== undefined)
    return <StatusBadge tone="muted" label={`${CLOSE_CODES[closeCode]}, closed by ${closedBy}`} />;
  if (isMine) return <StatusBadge tone="ok" label="You have the alarm" />;
  if (heldBy !== undefined) return <StatusBadge tone="notice" label={`${heldBy} has the alarm`} />;
  return <StatusBadge tone="warning" label="Nobody has the alarm" />;
}
