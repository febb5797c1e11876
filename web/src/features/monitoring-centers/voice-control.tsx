import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { PhoneOff, Play, Power } from 'lucide-react';
import type { ConnectionState } from '#core/consoles/line.ts';
import { isOpen } from '#core/consoles/line.ts';
import { stepVoice } from '#core/consoles/voice-console.ts';
import { newVoiceConsole, type VoiceConsole } from '#core/consoles/voice-state.ts';
import { operatorCommands } from '#core/monitoring-centers/voice.ts';
import type { Unit } from '#core/units/unit.ts';
import { CommandButton } from '#web/shared/consoles/command-button.tsx';
import { CommandField } from '#web/shared/consoles/command-field.tsx';
import type { ConsoleUnit } from '#web/shared/consoles/console-unit.ts';
import { CustodyBar } from '#web/shared/consoles/custody-bar.tsx';
import { ModeControl } from '#web/shared/consoles/mode-control.tsx';
import { TranscriptView } from '#web/shared/consoles/transcript-view.tsx';
import { useConsole } from '#web/shared/consoles/use-console.ts';
import { useSend } from '#web/shared/consoles/use-send.ts';
import { VolumeControl } from '#web/shared/consoles/volume-control.tsx';

const WORDS: Readonly<Record<ConnectionState, string>> = {
  closed: 'Not connected',
  connecting: 'Connecting…',
  connected: 'Connected',
  error: 'Not connected',
};

/** The console of a unit for the operator who has an alarm of it. */
export function VoiceControl({ unit }: { unit: Pick<Unit, 'UnitSerNum' | 'UnitModel'> }) {
  const { UnitSerNum, UnitModel } = unit;
  const reached: ConsoleUnit = {
    UnitSerNum,
    UnitModel,
    FirmVer: '',
    imei: '',
    IPAddress: undefined,
    Carrier: undefined,
  };
  const { state, give, custody } = useConsole<VoiceConsole>(
    reached,
    { start: (id) => newVoiceConsole(id), step: stepVoice },
    // The server checks the topic and each command.
    () => Promise.resolve(),
  );
  const { line, status } = state;
  const sender = useSend(reached, operatorCommands(UnitModel), give);
  const disabledReason = line.connection === 'connected' ? undefined : 'Connect to the unit first';
  const each = { sender, disabledReason };
  return (
    <chakra.section aria-label={`Voice control of ${UnitSerNum}`} mt="3" pt="3" borderTopWidth="1px">
      <Flex align="center" gap="3" wrap="wrap">
        <Text fontWeight="600">Voice control</Text>
        <Text role="status" color="fg.muted" flex="1">
          {line.message ?? WORDS[line.connection]}
        </Text>
        <Button size="sm" variant="outline" onClick={() => give({ kind: isOpen(line) ? 'disconnect' : 'connect' })}>
          {isOpen(line) ? 'Disconnect' : 'Connect'}
        </Button>
      </Flex>
      <CustodyBar custody={custody} mayAsk={false} />
      <Flex align="flex-end" columnGap="6" rowGap="2" wrap="wrap" mt="2">
        <Flex direction="column" gap="1.5">
          <VolumeControl command="SpeakerVol" label="Speaker" level={status?.speakerVol} {...each} />
          <VolumeControl command="MicVol" label="Microphone" level={status?.micVol} {...each} />
        </Flex>
        <Flex gap="2" wrap="wrap">
          <CommandButton command="HangUp" label="Hang up" icon={PhoneOff} {...each} />
          <CommandButton command="Run" label="Run" icon={Play} {...each} />
          <CommandButton command="Reboot" label="Reboot" icon={Power} danger {...each} />
        </Flex>
        <ModeControl mode={status?.mode} {...each} />
      </Flex>
      {line.transcript.length > 0 && (
        <Box mt="3" borderWidth="1px" borderRadius="l2">
          <Flex h="10rem">
            <TranscriptView entries={line.transcript} raw={false} />
          </Flex>
          <CommandField recent={[]} {...each} />
        </Box>
      )}
    </chakra.section>
  );
}
