import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface BottomBarProps {
  label: string;
  /** A count or a state. */
  children: ReactNode;
  actions?: ReactNode;
}

/** A bar at the foot of its container for a selection or unsaved changes. */
export function BottomBar({ label, children, actions }: BottomBarProps) {
  return (
    <Flex
      role="region"
      aria-label={label}
      align="center"
      justify="space-between"
      columnGap="4"
      rowGap="2"
      wrap="wrap"
      px="3"
      py="2"
      minH="12"
      bg="accent.subtle"
      borderTopWidth="1px"
      borderColor="accent.muted"
    >
      <Flex align="center" columnGap="2" rowGap="1" wrap="wrap" fontVariantNumeric="tabular-nums">
        {children}
      </Flex>
      <Flex align="center" gap="2" wrap="wrap">
        {actions}
      </Flex>
    </Flex>
  );
}
