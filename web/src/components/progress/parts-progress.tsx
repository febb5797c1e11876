import { Box, Button, Flex } from '@chakra-ui/react';
import { Problem } from '../states/problem.tsx';
import { ProgressBar } from './progress-bar.tsx';

interface PartsProgressProps {
  /** What the parts consist of: `Units`. */
  label: string;
  /** Work that this tab sends in parts. `progress` is there while it goes on. */
  parts: {
    progress: { done: number; total: number } | undefined;
    failure: string | undefined;
    stop: () => void;
    /** True while the last part that was sent is awaited. */
    isStopping: boolean;
  };
}

/** How far work in parts is, with a button that stops it, and why it ended early. */
export function PartsProgress({ label, parts: { progress, failure, stop, isStopping } }: PartsProgressProps) {
  return (
    <>
      {progress && (
        <Flex gap="4" align="center">
          <Box flex="1" maxW="32rem">
            <ProgressBar label={label} done={progress.done} total={progress.total} />
          </Box>
          <Button variant="outline" onClick={stop} loading={isStopping} loadingText="Stopping">
            Stop
          </Button>
        </Flex>
      )}
      <Problem text={failure} />
    </>
  );
}
