import { Button, Flex } from '@chakra-ui/react';
import { ListFilter } from 'lucide-react';

/** Says that several filters together have no index, so that a page can be short although the list goes on. */
export const NarrowingNote = ({ onNext }: { onNext: () => void }) => (
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
    <ListFilter size={16} aria-hidden />
    <span>
      These are the matches among the first units only: filters by several fields are looked through page by page.
    </span>
    <Button size="xs" variant="ghost" ms="auto" onClick={onNext}>
      Look through more
    </Button>
  </Flex>
);
