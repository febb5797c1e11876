import { Button, chakra, Flex } from '@chakra-ui/react';
import { KeyRound, X } from 'lucide-react';

/** Says that only units without a secret are listed, and what people can do about them. */
export const WithoutSecretNote = ({ onClear }: { onClear: () => void }) => (
  <Flex
    role="status"
    align="center"
    columnGap="3"
    rowGap="1"
    wrap="wrap"
    px="3"
    py="2"
    borderRadius="l2"
    bg="notice.subtle"
  >
    <KeyRound size={16} aria-hidden />
    <chakra.span fontWeight="600">Units without a secret</chakra.span>
    <span>They cannot prove their identity. Give each its secret on its page.</span>
    <Button size="xs" variant="ghost" ms="auto" onClick={onClear}>
      <X size={14} aria-hidden />
      Show all units
    </Button>
  </Flex>
);
