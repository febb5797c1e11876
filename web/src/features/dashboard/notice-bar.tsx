import { chakra, Flex } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoticeBarProps {
  label: string;
  icon: LucideIcon;
  tone: 'accent' | 'danger';
  title: string;
  text: ReactNode;
  /** A button at the end. */
  action?: ReactNode;
}

/** Something that concerns the whole portal, above the rest of the page. A danger is read out at once. */
export const NoticeBar = ({ label, icon: Icon, tone, title, text, action }: NoticeBarProps) => (
  <Flex
    as="section"
    role={tone === 'danger' ? 'alert' : undefined}
    aria-label={label}
    gap="3"
    align="flex-start"
    px="4"
    py="3"
    borderWidth="1px"
    borderRadius="l2"
    bg={`${tone}.subtle`}
  >
    <chakra.span color={`${tone}.fg`} mt="0.5">
      <Icon size={16} aria-hidden />
    </chakra.span>
    <chakra.div flex="1" minW="0">
      <chakra.h2 fontWeight="600">{title}</chakra.h2>
      <chakra.p>{text}</chakra.p>
    </chakra.div>
    {action}
  </Flex>
);
