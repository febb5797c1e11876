import { chakra, Flex } from '@chakra-ui/react';
import { OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export const LoginError = ({ children }: { children: ReactNode }) => (
  <Flex role="alert" gap="2.5" px="3" py="2.5" borderRadius="l2" bg="danger.subtle" color="danger.fg">
    <chakra.span pt="0.5" flexShrink="0">
      <OctagonAlert size={16} aria-hidden />
    </chakra.span>
    {children}
  </Flex>
);
