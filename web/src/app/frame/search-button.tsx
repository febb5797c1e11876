import { Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { KeyCaps } from '#web/components/shortcuts/key-caps.tsx';

/** Opens the palette and shows its shortcut. */
export const SearchButton = ({ onOpen }: { onOpen: () => void }) => (
  <Button
    variant="outline"
    size="xs"
    borderColor="border"
    color="fg.muted"
    fontWeight="normal"
    px={{ base: '2', lg: '2.5' }}
    me={{ base: '0', md: '2' }}
    aria-haspopup="dialog"
    onClick={onOpen}
  >
    <Search size={15} aria-hidden />
    <VisuallyHidden>Search or jump to anything</VisuallyHidden>
    <chakra.span hideBelow="lg" textStyle="sm" minW="7rem" textAlign="start" aria-hidden>
      Search
    </chakra.span>
    <chakra.span hideBelow="md" aria-hidden>
      <KeyCaps keys="mod+k" />
    </chakra.span>
  </Button>
);
