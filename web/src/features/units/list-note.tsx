import { Button, Flex } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface ListNoteProps {
  icon: LucideIcon;
  tone?: 'notice' | 'warning';
  children: ReactNode;
  action: { label: string; icon?: LucideIcon; run: () => void };
}

/** Says above a list which units it shows, with the way to others. */
export const ListNote = ({ icon: Icon, tone = 'notice', children, action }: ListNoteProps) => (
  <Flex role="status" align="flex-start" gap="3" px="3" py="2" borderRadius="l2" bg={`${tone}.subtle`}>
    <Flex align="center" h="6" flexShrink="0">
      <Icon size={16} aria-hidden />
    </Flex>
    <Flex flex="1" minW="0" align="center" columnGap="3" rowGap="1" wrap="wrap">
      {children}
      {/* On a phone the button begins below the text. */}
      <Button size="xs" variant="ghost" ms={{ base: '-2', md: 'auto' }} onClick={action.run}>
        {action.icon && <action.icon size={14} aria-hidden />}
        {action.label}
      </Button>
    </Flex>
  </Flex>
);
