import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/components/states/error-state.tsx';

interface PageFailureProps {
  action?: ReactNode;
  message: string;
  reference: string | undefined;
  onRetry: () => void;
}

export const PageFailure = ({ message, reference, onRetry, action }: PageFailureProps) => (
  <Box p="6">
    <ErrorState
      title="This page could not be shown"
      description={message}
      reference={reference}
      onRetry={onRetry}
      action={action}
    />
  </Box>
);
