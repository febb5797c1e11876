import { Flex } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

export const LoginSuccess = ({ children }: { children: ReactNode }) => (
  <Flex role="status" gap="2.5" px="3" py="2.5" borderRadius="l2" bg="ok.subtle" color="ok.fg">
    <Flex as="span" pt="0.5" flexShrink="0">
      <CircleCheck size={16} aria-hidden />
    </Flex>
    {children}
  </Flex>
);
