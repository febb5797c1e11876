import { Button, chakra } from '@chakra-ui/react';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { useSyncQueue } from '#web/shared/units/use-sync-queue.ts';
import { SyncQueueDialog } from './sync-queue-dialog.tsx';

/** Whether the unit has everything that was saved for it, and the button that shows what waits. */
export function SyncState({ UnitSerNum }: { UnitSerNum: string }) {
  const { data, error } = useSyncQueue(UnitSerNum);
  const [open, setOpen] = useState(false);
  if (!data) return <chakra.span color="fg.muted">{error ? 'Unknown' : 'Loading…'}</chakra.span>;
  const count = data.messages.length;
  return (
    <>
      {count === 0 ? (
        <StatusBadge tone="ok" label="Nothing waits" look="plain" />
      ) : (
        <Button type="button" size="xs" variant="outline" onClick={() => setOpen(true)}>
          <Hourglass size={13} aria-hidden />
          {count === 1 ? '1 message waits' : `${count} messages wait`}
        </Button>
      )}
      {open && <SyncQueueDialog UnitSerNum={UnitSerNum} onClose={() => setOpen(false)} />}
    </>
  );
}
