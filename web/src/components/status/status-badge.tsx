import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { TONE_ICONS, type Tone } from './tones.ts';

export interface StatusBadgeProps {
  tone: Tone;
  /** The word; a tone is never shown without one. */
  label: string;
  /** The tone's own icon when omitted. */
  icon?: LucideIcon;
  /** `plain` has no background, for tables. */
  look?: 'badge' | 'plain';
}

/** A state in an icon, a word and a colour. */
export function StatusBadge({ tone, label, icon: Icon = TONE_ICONS[tone], look = 'badge' }: StatusBadgeProps) {
  const boxed = look === 'badge';
  return (
    <chakra.span
      colorPalette={tone}
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      maxW="full"
      color="colorPalette.fg"
      verticalAlign={boxed ? 'middle' : 'top'}
      whiteSpace="nowrap"
      {...(boxed && {
        bg: 'colorPalette.subtle',
        px: '2',
        h: '6',
        borderRadius: 'full',
        textStyle: 'xs',
        fontWeight: '600',
      })}
    >
      <Icon size={boxed ? 13 : 14} strokeWidth={2.25} aria-hidden style={{ flexShrink: 0 }} />
      <chakra.span overflow="hidden" textOverflow="ellipsis">
        {label}
      </chakra.span>
    </chakra.span>
  );
}
