import { Box, chakra, Portal } from '@chakra-ui/react';
import {
  FIELD_STYLE,
  PALETTE_LABEL,
  PALETTE_PLACEHOLDER,
  PALETTE_TOP,
  PALETTE_WIDTH,
  PaletteField,
} from './palette-field.tsx';

interface LoadingPaletteProps {
  query: string;
  onQueryChange: (query: string) => void;
  onEnter: () => void;
  onClose: () => void;
}

/** The field of the palette alone, in its place, while the rest of it loads. */
export const LoadingPalette = ({ query, onQueryChange, onEnter, onClose }: LoadingPaletteProps) => (
  <Portal>
    <Box
      position="fixed"
      inset="0"
      zIndex="modal"
      px="3"
      pt={PALETTE_TOP}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <Box
        role="dialog"
        aria-label={PALETTE_LABEL}
        maxW={PALETTE_WIDTH}
        mx="auto"
        bg="bg.panel"
        borderRadius="l3"
        shadow="lg"
      >
        <PaletteField>
          <chakra.input
            {...FIELD_STYLE}
            autoFocus
            aria-label={PALETTE_PLACEHOLDER}
            placeholder={PALETTE_PLACEHOLDER}
            value={query}
            onChange={(event) => onQueryChange(event.target.value)}
            onKeyDown={({ key }) => {
              if (key === 'Enter') onEnter();
              if (key === 'Escape') onClose();
            }}
          />
        </PaletteField>
      </Box>
    </Box>
  </Portal>
);
