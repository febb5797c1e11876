import { Box } from '@chakra-ui/react';
import { ErrorState } from '#web/components/error-state.tsx';

interface PageFailureProps {
  message: string | undefined;
  reference: string | undefined;
  onRetry: () => void;
}

export const PageFailure = ({ message, reference, onRetry }: PageFailureProps) => (
  <Box p="6">
    <ErrorState
      title="This page could not be shown"
      description={message ?? 'Try again. If it happens once more, reload Watchkeep.'}
      reference={reference}
      onRetry={onRetry}
    />
  </Box>
);
