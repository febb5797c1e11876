import { Button, Flex, Text } from '@chakra-ui/react';
import { OctagonAlert, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppError, type ErrorCode, messageFor } from '#core/errors.ts';

export interface ErrorStateProps {
  /** The failure: `The orders could not be loaded`. */
  title: string;
  /** The failure of a call, of which the message shows. Only one that can go away is offered to be tried again. */
  failure?: unknown;
  /** What to try, in place of the message of the failure. */
  description?: ReactNode;
  /** Identifies the request in the logs. */
  reference?: string;
  onRetry?: () => void;
  retrying?: boolean;
  /** Another action beside Retry. */
  action?: ReactNode;
}

/** Failures that stay until somebody changes what is asked for, or the rights of who asks. */
const LASTING: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'NOT_FOUND', 'INVALID', 'TOO_LARGE']);
export const isLasting = (failure: unknown) => failure instanceof AppError && LASTING.has(failure.code);

/** Shows the failure and a button to retry. */
export function ErrorState({ title, failure, reference, retrying, action, ...given }: ErrorStateProps) {
  const description = given.description ?? (failure === undefined ? undefined : messageFor(failure));
  const onRetry = isLasting(failure) ? undefined : given.onRetry;
  return (
    <Flex
      role="alert"
      direction="column"
      align="center"
      textAlign="center"
      gap="1"
      px="6"
      py="12"
      maxW="28rem"
      mx="auto"
    >
      <Flex
        align="center"
        justify="center"
        boxSize="10"
        mb="2"
        borderRadius="full"
        bg="danger.subtle"
        color="danger.fg"
      >
        <OctagonAlert size={20} aria-hidden />
      </Flex>
      <Text fontWeight="600">{title}</Text>
      {description && (
        <Text as="div" color="fg.muted" textWrap="pretty">
          {description}
        </Text>
      )}
      {(onRetry || action) && (
        <Flex gap="2" mt="3" wrap="wrap" justify="center">
          {onRetry && (
            <Button variant="outline" onClick={onRetry} loading={retrying} loadingText="Trying again">
              <RotateCcw size={15} aria-hidden />
              Try again
            </Button>
          )}
          {action}
        </Flex>
      )}
      {reference && (
        <Text textStyle="xs" color="fg.muted" mt="3">
          Reference {reference}
        </Text>
      )}
    </Flex>
  );
}
