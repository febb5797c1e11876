import { Button } from '@chakra-ui/react';
import { OctagonX, RotateCcw } from 'lucide-react';
import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import { retryWords } from './action-words.ts';
import { useBulkActionCommands } from './use-bulk-action-commands.ts';

/** The buttons that stop a bulk action or retry it, as far as there is something to stop or to retry. */
export function BulkActionButtons({ bulkAction }: { bulkAction: BulkAction }) {
  const { stop, retry } = useBulkActionCommands(bulkAction);
  return (
    <>
      {stop && (
        <Button variant="outline" onClick={() => void stop.run()} loading={stop.isRunning} loadingText="Stopping">
          <OctagonX size={15} aria-hidden />
          Stop
        </Button>
      )}
      {retry && (
        <Button variant="outline" onClick={() => void retry.run()} loading={retry.isRunning} loadingText="Starting">
          <RotateCcw size={15} aria-hidden />
          {retryWords(bulkAction)}
        </Button>
      )}
    </>
  );
}
