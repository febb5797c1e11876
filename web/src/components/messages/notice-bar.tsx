import { Button, chakra, Flex } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoticeBarProps {
  icon: LucideIcon;
  /** Names the bar for screen readers. */
  label: string;
  children: ReactNode;
  action: { label: string; run: () => void; running?: boolean };
}

/** A bar across the page for an important state, with the action that ends it. */
export const NoticeBar = ({ icon: Icon, label, children, action }: NoticeBarProps) => (
  <Flex
    as="section"
    aria-label={label}
    align="center"
    gap="2.5"
    px={{ base: '3', md: '6' }}
    py="1.5"
    flexShrink="0"
    bg="warning.subtle"
    color="warning.fg"
    borderBottomWidth="1px"
    textStyle="sm"
  >
    <chakra.span flexShrink="0">
      <Icon size={16} aria-hidden />
    </chakra.span>
    <chakra.p minW="0">{children}</chakra.p>
    <Button
      size="xs"
      variant="outline"
      ms="auto"
      flexShrink="0"
      color="fg"
      bg="bg.panel"
      loading={action.running}
      loadingText={action.label}
      onClick={action.run}
    >
      {action.label}
    </Button>
  </Flex>
);
