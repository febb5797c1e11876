import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

export interface ChipProps {
  children: ReactNode;
  /** Shows a cross with the label `removeLabel`. */
  onRemove?: () => void;
  removeLabel?: string;
  /** Called when the words are pressed, to edit the chip. */
  onEdit?: () => void;
  invalid?: boolean;
}

/** A small removable item in a field: a filter, an address. */
export function Chip({ children, onRemove, removeLabel, onEdit, invalid }: ChipProps) {
  return (
    <Frame data-invalid={invalid || undefined}>
      {onEdit ? (
        <Words type="button" onClick={onEdit}>
          {children}
        </Words>
      ) : (
        <chakra.span px="2" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
          {children}
        </chakra.span>
      )}
      {onRemove && (
        <Cross type="button" aria-label={removeLabel} onClick={onRemove}>
          <X size={13} aria-hidden />
        </Cross>
      )}
    </Frame>
  );
}

const Frame = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minW: '0',
    maxW: 'full',
    h: '6',
    borderRadius: 'l1',
    bg: 'bg.muted',
    color: 'fg',
    textStyle: 'xs',
    '&[data-invalid]': { bg: 'danger.subtle', color: 'danger.fg' },
  },
});

const Words = chakra('button', {
  base: {
    h: 'full',
    ps: '2',
    pe: '1.5',
    minW: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    borderRadius: 'l1',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.emphasized' },
  },
});

const Cross = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSize: '6',
    flexShrink: 0,
    cursor: 'pointer',
    borderRadius: 'l1',
    color: 'fg.muted',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.emphasized', color: 'fg' },
  },
});

/** The look of a field that holds chips and a text input. */
export const CHIP_FIELD = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '1',
  width: 'full',
  minHeight: '9',
  padding: '1',
  paddingInline: '1.5',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  borderRadius: 'l2',
  background: 'bg',
  cursor: 'text',
  '&:focus-within': {
    borderColor: 'accent.focusRing',
    outlineWidth: '1px',
    outlineStyle: 'solid',
    outlineColor: 'accent.focusRing',
  },
  '&[data-invalid]': { borderColor: 'border.error' },
  '&[data-disabled]': { opacity: 0.5, cursor: 'not-allowed' },
} as const;
