import { chakra, Flex, IconButton } from '@chakra-ui/react';
import { Minus, Plus } from 'lucide-react';
import { VOLUME_LEVELS } from '#core/consoles/commands.ts';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import type { CommandSender } from './use-send.ts';

interface VolumeControlProps {
  sender: CommandSender;
  command: 'SpeakerVol' | 'MicVol';
  label: string;
  /** As the unit reports it; the usual level until it does. */
  level: number | undefined;
  disabledReason: string | undefined;
}

const { lowest, highest, usual } = VOLUME_LEVELS;
const LEVELS = Array.from({ length: highest }, (_, index) => index + 1);

/** A volume from 1 to 9 with buttons for up and down. */
export function VolumeControl({ sender, command, label, level = usual, disabledReason }: VolumeControlProps) {
  const known = sender.named(command);
  if (!known) return null;
  const step = (by: 1 | -1, bound: number, words: string) => (
    <DisabledReason reason={disabledReason ?? (level === bound ? words : undefined)}>
      <IconButton
        size="2xs"
        variant="outline"
        aria-label={`${label} ${by === 1 ? 'up' : 'down'}`}
        onClick={() => void sender.send(known, { level: level + by })}
      >
        {by === 1 ? <Plus size={13} aria-hidden /> : <Minus size={13} aria-hidden />}
      </IconButton>
    </DisabledReason>
  );
  return (
    <Flex align="center" gap="2" role="group" aria-label={label}>
      <chakra.span color="fg.muted" textStyle="xs" minW="4.5rem">
        {label}
      </chakra.span>
      {step(-1, lowest, 'This is the lowest level')}
      <Flex gap="0.5" role="img" aria-label={`Level ${level} of ${highest}`}>
        {LEVELS.map((each) => (
          <chakra.span
            key={each}
            w="1.5"
            h="3.5"
            borderRadius="1px"
            bg={each <= level ? 'accent.solid' : 'bg.emphasized'}
          />
        ))}
      </Flex>
      <chakra.span textStyle="identifier" minW="3" textAlign="end">
        {level}
      </chakra.span>
      {step(1, highest, 'This is the highest level')}
    </Flex>
  );
}
