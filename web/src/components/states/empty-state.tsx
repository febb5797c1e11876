import { Flex, Text } from '@chakra-ui/react';
import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** Why there is nothing: `No orders match these filters`. */
  title: string;
  /** The next step for the user. */
  description?: ReactNode;
  /** The next step: one button, rarely two. */
  action?: ReactNode;
  icon?: LucideIcon;
}

/** Says why there is nothing, and what to do. */
export function EmptyState({ title, description, action, icon: Icon = Inbox }: EmptyStateProps) {
  return (
    <Flex direction="column" align="center" textAlign="center" gap="1" px="6" py="12" maxW="28rem" mx="auto">
      <Flex align="center" justify="center" boxSize="10" mb="2" borderRadius="full" bg="bg.muted" color="fg.muted">
        <Icon size={20} aria-hidden />
      </Flex>
      <Text fontWeight="600">{title}</Text>
      {description && (
        <Text as="div" color="fg.muted" textWrap="pretty">
          {description}
        </Text>
      )}
      {action && (
        <Flex gap="2" mt="3" wrap="wrap" justify="center">
          {action}
        </Flex>
      )}
    </Flex>
  );
}
