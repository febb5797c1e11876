import { Button, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { consoles } from '#core/consoles/contract.ts';
import type { TranscriptLine } from '#core/consoles/session.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { call } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { showFailure } from '#web/lib/messages/show.ts';
import { TranscriptView } from '#web/shared/consoles/transcript-view.tsx';

interface SessionDialogProps {
  UnitSerNum: string;
  /** The entry that says that the console was opened. */
  auditId: string;
  onClose: () => void;
}

/** As many lines as a live transcript keeps. */
const LINES_AT_ONCE = 500;

/** What was said in a console session: its newest lines, and earlier ones on demand. */
export function SessionDialog({ UnitSerNum, auditId, onClose }: SessionDialogProps) {
  const asked = { id: UnitSerNum, auditId, pageSize: LINES_AT_ONCE };
  const { data, error, mutate } = useEndpoint(consoles.transcript, asked, { revalidateOnFocus: false });
  const [earlier, setEarlier] = useState<{ lines: TranscriptLine[]; cursor: string | null }>();
  const [isReading, setIsReading] = useState(false);
  const cursor = earlier ? earlier.cursor : (data?.cursor ?? null);
  const lines = [...(data?.items ?? []), ...(earlier?.lines ?? [])];

  const readEarlier = async (from: string) => {
    setIsReading(true);
    try {
      const page = await call(consoles.transcript, { ...asked, cursor: from });
      setEarlier((was) => ({ lines: [...(was?.lines ?? []), ...page.items], cursor: page.cursor }));
    } catch (failure) {
      showFailure(failure);
    } finally {
      setIsReading(false);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Console session of ${UnitSerNum}`}
      footer={
        <>
          {cursor !== null && (
            <Button variant="outline" loading={isReading} onClick={() => void readEarlier(cursor)}>
              Show earlier lines
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {error && !data && (
        <ErrorState title="The transcript could not be read" failure={error} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <Loading label="Reading the transcript">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {data && (
        <>
          <Text color="fg.muted" textStyle="sm" mb="2">
            {'From '}
            <ExactTime at={data.startedAt} />
            {data.endedAt !== undefined && (
              <>
                {' to '}
                <ExactTime at={data.endedAt} />
              </>
            )}
          </Text>
          <TranscriptView entries={lines.map(entryOf).toReversed()} raw={false} />
        </>
      )}
    </Dialog>
  );
}

const entryOf = ({ at, stage, answer, ...line }: TranscriptLine) => ({
  ...line,
  at: Date.parse(at),
  ...(stage && { stage }),
  ...(answer !== undefined && { answer }),
});
