import { Dialog, Portal } from '@chakra-ui/react';
import { Palette, type PaletteProps } from './palette.tsx';
import { PALETTE_LABEL, PALETTE_TOP, PALETTE_WIDTH } from './palette-field.tsx';

interface PaletteDialogProps extends Omit<PaletteProps, 'onDone'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export const PaletteDialog = ({ open, onOpenChange, ...palette }: PaletteDialogProps) => (
  <Dialog.Root
    open={open}
    onOpenChange={(details) => onOpenChange(details.open)}
    placement="top"
    size="md"
    scrollBehavior="inside"
    lazyMount
    unmountOnExit
    skipAnimationOnMount
  >
    <Portal>
      <Dialog.Backdrop animation="none" />
      <Dialog.Positioner>
        <Dialog.Content
          aria-label={PALETTE_LABEL}
          maxW={PALETTE_WIDTH}
          overflow="hidden"
          mx="3"
          animation="none"
          css={{ '--dialog-margin': PALETTE_TOP }}
        >
          <Palette {...palette} onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Positioner>
    </Portal>
  </Dialog.Root>
);
