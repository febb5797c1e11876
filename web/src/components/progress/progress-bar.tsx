import { Box, chakra, Flex } from '@chakra-ui/react';
import { useNow } from '../hooks/use-now.ts';
import { SWEEP } from '../states/sweep.ts';
import { remainingTime, spokenRemaining } from './progress-estimate.ts';

export interface ProgressBarProps {
  /** The task: `Activating rows`. */
  label: string;
  done: number;
  /** Undefined while the total is unknown. */
  total: number | undefined;
  /** The word after `done` while the total is unknown. */
  doneWord?: string;
  /** The number of failed ones among `done`. */
  failed?: number;
  startedAt?: Date;
  /** How many were done at `startedAt` already. */
  doneBefore?: number;
  /** The task has ended: done, or given up. */
  finished?: boolean;
}

/** The progress of a long task, in counts, with an estimate of the time left. */
export function ProgressBar({
  label,
  done,
  total,
  failed = 0,
  startedAt,
  doneBefore = 0,
  finished = false,
  doneWord = 'done',
}: ProgressBarProps) {
  const now = useNow();
  const share = total ? Math.min(1, done / total) : 0;
  const failedShare = total ? Math.min(share, failed / total) : 0;
  const remaining =
    startedAt && total && !finished
      ? remainingTime(done - doneBefore, total - doneBefore, now.getTime() - startedAt.getTime())
      : undefined;
  return (
    <Box>
      <Flex justify="space-between" columnGap="4" mb="1.5" wrap="wrap">
        <chakra.span fontWeight="600">{label}</chakra.span>
        <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
          {total === undefined
            ? `${done.toLocaleString('en')} ${doneWord}`
            : `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`}
          {failed > 0 && (
            <chakra.span color="danger.fg" fontWeight="600">{` · ${failed.toLocaleString('en')} failed`}</chakra.span>
          )}
          {remaining !== undefined && ` · ${spokenRemaining(remaining)}`}
        </chakra.span>
      </Flex>
      <Flex
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={total === undefined ? undefined : done}
        h="1.5"
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
      >
        {total === undefined && !finished ? (
          <Box css={SWEEP} />
        ) : (
          <>
            <Box bg="accent.solid" w={`${(share - failedShare) * 100}%`} transition="width 150ms" />
            <Box bg="danger.solid" w={`${failedShare * 100}%`} transition="width 150ms" />
          </>
        )}
      </Flex>
    </Box>
  );
}
