import { Button, Flex, Input, NativeSelect } from '@chakra-ui/react';
import { useState } from 'react';
import { argumentOf, argumentProblem, isTaken, typedNumber } from '#core/consoles/arguments.ts';
import { CARRIER_MODES, VOICE_MODES } from '#core/unit-messages/voice-reports.ts';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import type { CommandSender } from './use-send.ts';

interface ModeControlProps {
  sender: CommandSender;
  /** The mode that the unit is in. */
  mode: string | undefined;
  disabledReason: string | undefined;
}

/** Switches the unit to another mode; some modes can name a zone. */
export function ModeControl({ sender, mode, disabledReason }: ModeControlProps) {
  const [wanted, setWanted] = useState<string>(VOICE_MODES[0]);
  const [zone, setZone] = useState('');
  const known = sender.named('GoToMode');
  if (!known) return null;
  const zoneArgument = argumentOf(known, 'zone');
  const modeArgument = argumentOf(known, 'mode');
  const offered = modesAmong(modeArgument?.kind === 'choice' ? modeArgument.options : []);
  const hasZone = isTaken(zoneArgument, { mode: wanted });
  const given = hasZone && zone !== '' ? typedNumber(zone) : undefined;
  const zoneProblem = argumentProblem(zoneArgument, given, { mode: wanted });
  const go = () => void sender.send(known, { mode: wanted, ...(given !== undefined && { zone: given }) });
  return (
    <Flex gap="2" align="center">
      <NativeSelect.Root size="xs" flex="1" minW="0" maxW="20rem">
        <NativeSelect.Field aria-label="Mode" value={wanted} onChange={(event) => setWanted(event.target.value)}>
          <optgroup label="Modes">{offered.voice.map(modeOption(mode))}</optgroup>
          {offered.carrier.length > 0 && <optgroup label="Carrier">{offered.carrier.map(modeOption(mode))}</optgroup>}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      {hasZone && (
        <Input
          size="xs"
          w="20"
          value={zone}
          inputMode="numeric"
          placeholder="Any zone"
          aria-label={wanted === 'Pairing' ? 'Zone to pair' : 'Zone'}
          aria-invalid={zoneProblem ? true : undefined}
          onChange={(event) => setZone(event.target.value.slice(0, 3))}
        />
      )}
      <DisabledReason reason={disabledReason ?? zoneProblem}>
        <Button size="xs" variant="outline" onClick={go}>
          Go to mode
        </Button>
      </DisabledReason>
    </Flex>
  );
}

const modesAmong = (options: readonly string[]) => ({
  voice: VOICE_MODES.filter((mode) => options.includes(mode)),
  carrier: CARRIER_MODES.filter((mode) => options.includes(mode)),
});

const modeOption = (current: string | undefined) => (mode: string) => (
  <option key={mode} value={mode}>
    {mode === current ? `${mode} (now)` : mode}
  </option>
);
