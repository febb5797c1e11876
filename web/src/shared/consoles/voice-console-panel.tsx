import { chakra, Flex } from '@chakra-ui/react';
import { CircleCheck, CircleHelp, PhoneOff, Play, Power, RefreshCw } from 'lucide-react';
import type { Contact } from '#core/consoles/contact.ts';
import { modeWords } from '#core/consoles/report-words.ts';
import { isInOrder, rebootCountdown, syncProgress, type VoiceConsole } from '#core/consoles/voice-state.ts';
import { CommandButton } from './command-button.tsx';
import { CommandField } from './command-field.tsx';
import { ConsoleFrame } from './console-frame.tsx';
import type { ConsoleRoom } from './console-room.ts';
import type { ConsoleUnit } from './console-unit.ts';
import { ModeControl } from './mode-control.tsx';
import { RawSwitch } from './raw-switch.tsx';
import { TranscriptView } from './transcript-view.tsx';
import type { RunningConsole } from './use-console.ts';
import { useControls } from './use-controls.ts';
import { useSeconds } from './use-seconds.ts';
import { VoiceFacts } from './voice-facts.tsx';
import { VolumeControl } from './volume-control.tsx';

interface VoiceConsolePanelProps {
  unit: ConsoleUnit;
  console: RunningConsole<VoiceConsole>;
  contact: Contact;
  room: ConsoleRoom;
}

/** The live console of an MXD-LTE. */
export function VoiceConsolePanel({ unit, console, contact, room }: VoiceConsolePanelProps) {
  const { state, give, custody } = console;
  const { engineer, recent, raw, setRaw, each } = useControls('voice', unit, console);
  const { line, status } = state;

  return (
    <ConsoleFrame
      line={line}
      contact={contact}
      custody={custody}
      title="Console"
      onConnect={() => give({ kind: 'connect' })}
      onDisconnect={() => give({ kind: 'disconnect' })}
      room={room}
      status={<VoiceStatus console={state} />}
      transcript={<TranscriptView entries={line.transcript} raw={raw} />}
      commandField={<CommandField recent={recent} {...each} />}
    >
      <Flex direction="column" gap="3">
        <Flex gap="2" wrap="wrap">
          <CommandButton command="Query" label="Query" icon={CircleHelp} {...each} />
          <CommandButton command="Run" label="Run" icon={Play} {...each} />
          <CommandButton command="HangUp" label="Hang up" icon={PhoneOff} {...each} />
          <CommandButton command="Reboot" label="Reboot" icon={Power} danger {...each} />
        </Flex>
        <ModeControl mode={status?.mode} {...each} />
        <Flex justify="space-between" align="flex-end" gap="2">
          <Flex direction="column" gap="1.5">
            <VolumeControl command="SpeakerVol" label="Speaker" level={status?.speakerVol} {...each} />
            <VolumeControl command="MicVol" label="Microphone" level={status?.micVol} {...each} />
          </Flex>
          {engineer && <RawSwitch on={raw} onChange={setRaw} />}
        </Flex>
        <VoiceFacts unit={unit} shown={line.connection === 'connected'} />
      </Flex>
    </ConsoleFrame>
  );
}

/** The unit's state: check mark, mode, progress of syncing, countdown of a reboot. */
function VoiceStatus({ console: state }: { console: VoiceConsole }) {
  const now = useSeconds(state.rebootingSince !== undefined);
  const countdown = rebootCountdown(state, now);
  const progress = syncProgress(state);
  const { status } = state;
  if (countdown !== undefined) return <RebootCountdown seconds={countdown} />;
  if (state.line.connection !== 'connected' || !status) return null;
  const facts = [
    `Mode ${modeWords(status)}`,
    status.callState === 'idle' ? 'no call' : status.callState,
    status.voiceMode && 'voice mode',
    status.recordMode && 'recording',
  ].filter(Boolean);
  return (
    <Flex direction="column" gap="1.5">
      <Flex align="center" gap="2" wrap="wrap" color="fg.muted">
        {isInOrder(state) ? (
          <chakra.span color="ok.fg" display="inline-flex">
            <CircleCheck size={16} aria-label="Synced: the unit has all changes" />
          </chakra.span>
        ) : (
          <chakra.span color="warning.fg" display="inline-flex" alignItems="center" gap="1">
            <RefreshCw size={14} aria-hidden />
            {progress ? 'Syncing' : 'Not synced'}
          </chakra.span>
        )}
        <span>{facts.join(' · ')}</span>
      </Flex>
      {progress && <SyncBar percent={progress.percent} />}
    </Flex>
  );
}

function SyncBar({ percent }: { percent: number | undefined }) {
  return (
    <Flex align="center" gap="3">
      <chakra.progress
        flex="1"
        h="1.5"
        max={100}
        value={percent}
        aria-label="Syncing"
        css={{ accentColor: '{colors.accent.solid}' }}
      />
      {percent !== undefined && <chakra.span textStyle="identifier">{percent} %</chakra.span>}
    </Flex>
  );
}

function RebootCountdown({ seconds }: { seconds: number }) {
  return (
    <Flex align="center" gap="2.5" color="fg.muted">
      <Power size={15} aria-hidden />
      {seconds > 0 ? (
        <span>
          {'The console connects by itself: '}
          <chakra.span role="timer" textStyle="identifier" fontWeight="600" color="fg">
            {`${seconds} s`}
          </chakra.span>
        </span>
      ) : (
        <span>The console connects by itself when the unit is back.</span>
      )}
    </Flex>
  );
}
