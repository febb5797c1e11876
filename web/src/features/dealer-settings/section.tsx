import { chakra, Flex } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { anchorOf, useAnchor } from '#web/components/page/anchor.ts';

interface SectionProps {
  title: string;
  /** The anchor, if the title changes. */
  anchor?: string;
  /** The purpose, in one sentence. */
  description?: string;
  /** Right of the title: the button that adds an entry. */
  action?: ReactNode;
  children: ReactNode;
}

/** One part of the settings. */
export function Section({ title, anchor = anchorOf(title), description, action, children }: SectionProps) {
  const headingId = useId();
  const anchored = useAnchor<HTMLElement>(anchor);
  return (
    <chakra.section
      {...anchored}
      aria-labelledby={headingId}
      borderWidth="1px"
      borderRadius="l3"
      bg="bg.panel"
      minW="0"
    >
      <chakra.div px="4" py="3" borderBottomWidth="1px">
        <Flex align="center" justify="space-between" gap="3">
          <chakra.h2 id={headingId} textStyle="sectionTitle" minW="0">
            {title}
          </chakra.h2>
          {action}
        </Flex>
        {description && (
          <chakra.p color="fg.muted" textWrap="pretty">
            {description}
          </chakra.p>
        )}
      </chakra.div>
      <chakra.div p="4">{children}</chakra.div>
    </chakra.section>
  );
}

/** One entry of a section, with its actions. */
export function Entry({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <chakra.li display="flex" gap="3" py="2" alignItems="flex-start" css={{ '& + li': { borderTopWidth: '1px' } }}>
      <chakra.div flex="1" minW="0" overflowWrap="anywhere">
        {children}
      </chakra.div>
      <Flex gap="1" flexShrink="0">
        {actions}
      </Flex>
    </chakra.li>
  );
}

/** The text of a section without entries. */
export const None = ({ children }: { children: ReactNode }) => <chakra.p color="fg.muted">{children}</chakra.p>;
