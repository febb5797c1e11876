import { Button, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { type BulkAction, isUnderWay, mayDoAction } from '#core/bulk-actions/bulk-action.ts';
import { isOver } from '#core/bulk-actions/command.ts';
import { expectedEnd } from '#core/bulk-actions/pace.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { useNow } from '#web/components/hooks/use-now.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { useSession } from '#web/lib/session/session.tsx';
import { PaceDialog } from './pace-dialog.tsx';

/** The pace of a bulk action and its expected end, with a button to change the pace. Nothing once it is over. */
export function PaceLine({ bulkAction }: { bulkAction: BulkAction }) {
  const now = useNow();
  const { holder } = useSession();
  const [changing, setChanging] = useState(false);
  if (isOver(bulkAction)) return null;
  const isCounted = isUnderWay(bulkAction) && bulkAction.state !== 'collecting';
  const end = isCounted ? expectedEnd(bulkAction, now.getTime()) : undefined;
  return (
    <Flex align="center" gap="2" wrap="wrap">
      <chakra.span color="fg.muted">
        {bulkAction.pace === undefined
          ? 'No limit on units per minute'
          : `At most ${unitCount(bulkAction.pace)} per minute`}
        {end !== undefined && (
          <>
            {', expected to end '}
            <ExactTime at={end} seconds={false} />
          </>
        )}
      </chakra.span>
      {mayDoAction(bulkAction.action, holder) && (
        <Button size="xs" variant="outline" onClick={() => setChanging(true)}>
          Change pace
        </Button>
      )}
      {changing && <PaceDialog bulkAction={bulkAction} onClose={() => setChanging(false)} />}
    </Flex>
  );
}
