import { Button, chakra, Flex, Input } from '@chakra-ui/react';
import { BatteryCharging, BellRing, CircleCheck, House, LocateFixed, Power, Radio, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { argumentOf, argumentProblem, typedNumber } from '#core/consoles/arguments.ts';
import { readCommandLine } from '#core/consoles/command-line.ts';
import { CHIME_SECONDS } from '#core/consoles/commands.ts';
import type { Contact } from '#core/consoles/contact.ts';
import { countdownClock } from '#core/consoles/elapsed.ts';
import { LOCATION_LINE, type WearableInput } from '#core/consoles/wearable-console.ts';
import { isInSync, type WearableConsole } from '#core/consoles/wearable-state.ts';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { CommandButton } from './command-button.tsx';
import { CommandField } from './command-field.tsx';
import { ConsoleFrame } from './console-frame.tsx';
import type { ConsoleRoom } from './console-room.ts';
import type { ConsoleUnit } from './console-unit.ts';
import { LocationList } from './location-list.tsx';
import { RawSwitch } from './raw-switch.tsx';
import { RecentPingList } from './recent-ping-list.tsx';
import { TranscriptView } from './transcript-view.tsx';
import type { RunningConsole } from './use-console.ts';
import { useControls } from './use-controls.ts';
import { useSeconds } from './use-seconds.ts';
import type { CommandSender } from './use-send.ts';
import { MapButton, SmsButton } from './wearable-help.tsx';
import { WearerHome } from './wearer-home.tsx';

interface WearableConsolePanelProps {
  unit: ConsoleUnit;
  console: RunningConsole<WearableConsole, WearableInput>;
  contact: Contact;
  room: ConsoleRoom;
}

/** The live console of a myConnect or myConnect Air. */
export function WearableConsolePanel({ unit, console, contact, room }: WearableConsolePanelProps) {
  const { state, give, custody } = console;
  const { engineer, recent, remember, raw, setRaw, each } = useControls('wearable', unit, console);
  const { line, locationRequest } = state;
  const locate = () => {
    give({ kind: 'requestLocation' });
    // A second request sends nothing.
    if (!locationRequest) remember(LOCATION_LINE);
  };

  return (
    <ConsoleFrame
      line={line}
      contact={contact}
      custody={custody}
      title="Console"
      onConnect={() => give({ kind: 'connect' })}
      onDisconnect={() => give({ kind: 'disconnect' })}
      room={room}
      status={<WearableStatus console={state} />}
      transcript={<TranscriptView entries={line.transcript} raw={raw} />}
      commandField={<CommandField recent={[]} {...each} />}
    >
      <Flex direction="column" gap="3">
        <Flex gap="2" wrap="wrap">
          <DisabledReason reason={each.disabledReason}>
            <Button size="xs" variant="outline" onClick={locate}>
              <LocateFixed size={14} aria-hidden />
              Locate now
            </Button>
          </DisabledReason>
          <CommandButton command="HOMEWIFIQ" label="Home location" icon={House} {...each} />
          <CommandButton command="forcePing" label="Ping" icon={Radio} {...each} />
          <CommandButton command="SyncChanges" label="Sync changes" icon={RefreshCw} {...each} />
          <MapButton unit={unit} locations={state.locations} />
          <SmsButton unit={unit} />
          <CommandButton command="reboot" label="Reboot" icon={Power} danger {...each} />
        </Flex>
        {locationRequest && <LocationWait until={locationRequest.until} waiting={locationRequest.waiting} />}
        <ChimeControl {...each} />
        <LocationList locations={state.locations} />
        {state.recentPing && <RecentPingList ping={state.recentPing} />}
        <WearerHome UnitSerNum={unit.UnitSerNum} shown={line.connection === 'connected'} />
        <RecentCommands commands={recent} {...each} />
        {engineer && (
          <Flex justify="flex-end">
            <RawSwitch on={raw} onChange={setRaw} />
          </Flex>
        )}
      </Flex>
    </ConsoleFrame>
  );
}

function WearableStatus({ console }: { console: WearableConsole }) {
  const { line, charging, ping, info } = console;
  if (line.connection !== 'connected') return null;
  const charge = info?.chargedPercent ?? ping?.chargedPercent;
  const steps = info?.stepsToday ?? ping?.stepsToday;
  return (
    <Flex align="center" gap="3" wrap="wrap" color="fg.muted">
      {isInSync(console) ? (
        <chakra.span color="ok.fg" display="inline-flex" alignItems="center" gap="1.5">
          <CircleCheck size={16} aria-hidden />
          In sync
        </chakra.span>
      ) : (
        <chakra.span color="warning.fg" display="inline-flex" alignItems="center" gap="1.5">
          <RefreshCw size={14} aria-hidden />
          Changes are waiting
        </chakra.span>
      )}
      {charge !== undefined && (
        <chakra.span display="inline-flex" alignItems="center" gap="1">
          {charging && <BatteryCharging size={15} aria-label="Charging" />}
          {`${charge} %`}
        </chakra.span>
      )}
      {steps !== undefined && <span>{`${steps.toLocaleString('en')} steps today`}</span>}
    </Flex>
  );
}

function LocationWait({ until, waiting }: { until: number; waiting: boolean }) {
  const now = useSeconds(true);
  return (
    <Flex align="center" gap="2" px="3" py="2" borderRadius="l2" bg="notice.subtle" color="notice.fg">
      <LocateFixed size={15} aria-hidden />
      <chakra.span flex="1">
        {waiting ? 'Received an old location; waiting for a new one' : 'Waiting for the location'}
      </chakra.span>
      <chakra.span role="timer" textStyle="identifier" fontWeight="600">
        {countdownClock(until, now)}
      </chakra.span>
    </Flex>
  );
}

function ChimeControl({ sender, disabledReason }: { sender: CommandSender; disabledReason: string | undefined }) {
  const [seconds, setSeconds] = useState(String(CHIME_SECONDS.shortest));
  const known = sender.named('CHIME');
  if (!known) return null;
  const problem = argumentProblem(argumentOf(known, 'seconds'), seconds === '' ? undefined : typedNumber(seconds));
  return (
    <Flex align="center" gap="2">
      <DisabledReason reason={disabledReason ?? problem}>
        <Button size="xs" variant="outline" onClick={() => void sender.send(known, { seconds: typedNumber(seconds) })}>
          <BellRing size={14} aria-hidden />
          Chime
        </Button>
      </DisabledReason>
      <Input
        size="xs"
        w="16"
        value={seconds}
        inputMode="numeric"
        aria-label="Seconds to chime"
        aria-invalid={problem ? true : undefined}
        onChange={(event) => setSeconds(event.target.value.slice(0, 3))}
      />
      <chakra.span color={problem ? 'fg.error' : 'fg.muted'} textStyle="xs">
        {problem ?? 'seconds'}
      </chakra.span>
    </Flex>
  );
}

interface RecentCommandsProps {
  commands: readonly string[];
  sender: CommandSender;
  disabledReason: string | undefined;
}

/** The last commands sent; a click sends one again. */
function RecentCommands({ commands, sender, disabledReason }: RecentCommandsProps) {
  if (commands.length === 0) return null;
  const again = (line: string) => {
    const read = readCommandLine(line, sender.commands);
    if (read.command) void sender.send(read.command, read.arguments);
  };
  return (
    <section aria-label="Recent commands">
      <chakra.h3 textStyle="xs" color="fg.muted" mb="1.5">
        Recent commands
      </chakra.h3>
      <Flex as="ul" gap="1.5" wrap="wrap" maxH="5.5rem" overflowY="auto">
        {commands.map((line) => (
          <li key={line}>
            <DisabledReason reason={disabledReason}>
              <Button size="2xs" variant="subtle" fontFamily="mono" fontWeight="400" onClick={() => again(line)}>
                {line}
              </Button>
            </DisabledReason>
          </li>
        ))}
      </Flex>
    </section>
  );
}
