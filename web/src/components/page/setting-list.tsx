import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A short list of entries with a name, facts and actions: keys, sessions. Use a table for more than a screenful. */
export const SettingList = ({ label, children }: { label: string; children: ReactNode }) => (
  <chakra.ul
    aria-label={label}
    w="full"
    borderWidth="1px"
    borderColor="border"
    borderRadius="l2"
    bg="bg.panel"
    css={{ '& > li + li': { borderTopWidth: '1px', borderColor: 'border' } }}
  >
    {children}
  </chakra.ul>
);

interface SettingRowProps {
  title: ReactNode;
  facts: ReactNode;
  actions?: ReactNode;
}

export const SettingRow = ({ title, facts, actions }: SettingRowProps) => (
  <Flex as="li" align="center" gap="3" px="4" py="2.5" wrap={{ base: 'wrap', sm: 'nowrap' }}>
    <Flex direction="column" gap="0.5" flex="1" minW="12rem">
      <Flex align="center" gap="2" wrap="wrap" fontWeight="600" overflowWrap="anywhere">
        {title}
      </Flex>
      <chakra.div color="fg.muted" textStyle="xs">
        {facts}
      </chakra.div>
    </Flex>
    {actions && (
      <Flex gap="2" flexShrink="0">
        {actions}
      </Flex>
    )}
  </Flex>
);
