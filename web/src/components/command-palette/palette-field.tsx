import { Box, chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

export const PALETTE_LABEL = 'Search or jump to';
export const PALETTE_PLACEHOLDER = 'Search or jump to…';
export const PALETTE_WIDTH = '38rem';
/** The distance from the upper edge of the window. */
export const PALETTE_TOP = 'min(12dvh, 7rem)';

export const FIELD_STYLE = { flex: '1', minW: '0', h: '12', textStyle: 'md', outline: '0', bg: 'transparent' } as const;

/** The top of the palette: an icon and the given field. */
export const PaletteField = ({ children }: { children: ReactNode }) => (
  <Box display="flex" alignItems="center" gap="2.5" px="4" borderBottomWidth="1px" borderColor="border">
    <chakra.span color="fg.muted">
      <Search size={17} aria-hidden />
    </chakra.span>
    {children}
  </Box>
);
