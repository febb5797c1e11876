import { Button } from '@chakra-ui/react';
import { type LucideIcon, OctagonX, Pause, Play, RotateCcw } from 'lucide-react';
import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import type { BulkActionCommand } from '#core/bulk-actions/command.ts';
import { useBulkActionCommands } from './use-bulk-action-commands.ts';

const LOOKS: Readonly<Record<BulkActionCommand, { label: string; doing: string; icon: LucideIcon }>> = {
  pause: { label: 'Pause', doing: 'Pausing', icon: Pause },
  resume: { label: 'Resume', doing: 'Resuming', icon: Play },
  cancel: { label: 'Cancel for good', doing: 'Cancelling', icon: OctagonX },
  retry: { label: 'Try failed units again', doing: 'Starting', icon: RotateCcw },
};

/** A button for each command that the user can give to a bulk action now. */
export function BulkActionButtons({ bulkAction }: { bulkAction: BulkAction }) {
  return useBulkActionCommands(bulkAction).map(({ command, run, isRunning }) => {
    const { label, doing, icon: Icon } = LOOKS[command];
    return (
      <Button key={command} variant="outline" onClick={() => void run()} loading={isRunning} loadingText={doing}>
        <Icon size={15} aria-hidden />
        {label}
      </Button>
    );
  });
}
