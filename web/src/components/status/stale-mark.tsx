import { Button, Flex } from '@chakra-ui/react';
import { CloudAlert } from 'lucide-react';
import { timeOfDay } from '#core/shown-time.ts';
import { useTimeStyle } from '../text/time-style.tsx';

export interface StaleMarkProps {
  /** When the data was read. */
  since: Date;
  onRetry?: () => void;
  retrying?: boolean;
}

/** Says since when the data could not be refreshed; offers to retry. */
export function StaleMark({ since, onRetry, retrying }: StaleMarkProps) {
  const style = useTimeStyle();
  return (
    <Flex role="status" align="center" gap="2" color="warning.fg" textStyle="xs" whiteSpace="nowrap">
      <CloudAlert size={15} aria-hidden />
      <span>{`Stale since ${timeOfDay(since, style)}`}</span>
      {onRetry && (
        <Button size="2xs" variant="outline" onClick={onRetry} loading={retrying} loadingText="Retry">
          Retry
        </Button>
      )}
    </Flex>
  );
}
