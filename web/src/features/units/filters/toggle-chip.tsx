import { Button, type ButtonProps, chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { Tone } from '#web/components/status/tones.ts';
import { Count } from './count.tsx';

interface ToggleChipProps extends ButtonProps {
  label: string;
  icon: LucideIcon;
  tone?: Tone;
  count?: number | undefined;
  pressed: boolean;
}

/** A filter that one click turns on or off. */
export const ToggleChip = ({ label, icon: Icon, tone, count, pressed, ...button }: ToggleChipProps) => (
  <Button
    size="xs"
    variant={pressed ? 'subtle' : 'outline'}
    fontWeight={pressed ? '600' : '400'}
    aria-pressed={pressed}
    {...button}
  >
    <chakra.span color={tone && `${tone}.fg`}>
      <Icon size={14} aria-hidden />
    </chakra.span>
    {label}
    <Count of={count} />
  </Button>
);
