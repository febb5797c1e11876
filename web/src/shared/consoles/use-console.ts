import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readConsoleMessage } from '#core/consoles/console-message.ts';
import { consoles } from '#core/consoles/contract.ts';
import { type ConsoleEffect, type ConsoleInput, isOpen, type Line, nextMoment } from '#core/consoles/line.ts';
import { messageFor } from '#core/errors.ts';
import { consoleTopic } from '#core/live/messages.ts';
import { DEFAULT_UNIT_MODEL } from '#core/units/unit.ts';
import { useStable } from '#web/components/hooks/use-stable.ts';
import { call } from '#web/lib/api/api.ts';
import { sendCommand, sendCustody, useLiveStatus, useTopic } from '#web/lib/live/live.ts';
import { randomId } from '#web/lib/random-id.ts';
import type { ConsoleUnit } from './console-unit.ts';
import { type RunningCustody, useCustody } from './use-custody.ts';

interface ConsoleMachine<State, Input> {
  /** The console is closed because its unit is away for a while. */
  awaitsUnit?: (state: State) => boolean;
  start: (consoleId: string) => State;
  step: (state: State, input: Input | ConsoleInput, now: number) => { state: State; effects: readonly ConsoleEffect[] };
}

export interface RunningConsole<State, Input = never> {
  state: State;
  give: (input: Input | ConsoleInput) => void;
  custody: RunningCustody;
}

type ConnectInput = ReturnType<typeof connectInput>;

const CONSOLE_ID_LENGTH = 16;

/** Runs a console's machine on the tab's live connection: carries out its effects and gives it the outcomes. */
export function useConsole<State extends { line: Line }, Input = never>(
  unit: ConsoleUnit,
  machine: ConsoleMachine<State, Input>,
  /** Finds the connection of the unit. Absent: as staff. */
  connect: (input: ConnectInput) => Promise<unknown> = (input) => call(consoles.tcpConnect, input),
): RunningConsole<State, Input> {
  const [state, setState] = useState(() => machine.start(randomId().slice(0, CONSOLE_ID_LENGTH)));
  const current = useRef(state);
  const [listens, setListens] = useState(false);
  const isHeard = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const give = useStable((input: Input | ConsoleInput) => {
    const { state: next, effects } = machine.step(current.current, input, Date.now());
    current.current = next;
    setState(next);
    for (const effect of effects) carryOut(effect);
    const moment = nextMoment(next.line);
    clearTimeout(timer.current);
    if (moment !== undefined)
      timer.current = setTimeout(() => give({ kind: 'time' }), Math.max(0, moment - Date.now()));
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const carryOut = (effect: ConsoleEffect) => {
    switch (effect.do) {
      case 'tcpConnect':
        connect(connectInput(unit, effect.withAddress)).then(
          () => give({ kind: 'tcpConnected', dial: effect.dial }),
          () => give({ kind: 'tcpFailed', dial: effect.dial }),
        );
        return;
      case 'listen':
        setListens(true);
        if (isHeard.current) queueMicrotask(() => give({ kind: 'listening' }));
        return;
      case 'stopListening':
        setListens(false);
        isHeard.current = false;
        return;
      case 'keepCustody':
        sendCustody(unit.UnitSerNum, 'renew');
        return;
      case 'send': {
        const { requestId, command, arguments: given } = effect;
        try {
          sendCommand({ ...addressOf(unit), requestId, command, arguments: { ...given } });
        } catch (error) {
          const message = messageFor(error);
          queueMicrotask(() => give({ kind: 'refused', requestId, message }));
        }
      }
    }
  };

  useTopic(
    listens ? consoleTopic(unit.UnitSerNum) : undefined,
    (message) => {
      const heard = readConsoleMessage(message);
      if (heard) give({ kind: 'heard', message: heard });
    },
    {
      onSubscribed: () => {
        isHeard.current = true;
        give({ kind: 'listening' });
      },
      onRecorded: ({ requestId, commandId }) => give({ kind: 'recorded', requestId, commandId }),
      onRefused: ({ requestId, topic, message }) => {
        if (requestId !== undefined || topic !== undefined) give({ kind: 'refused', requestId, message });
      },
    },
  );

  const isUp = useLiveStatus().state === 'up';
  const lost = useEffectEvent(() => {
    isHeard.current = false;
    give({ kind: 'socketClosed' });
  });
  const wasUp = useRef(isUp);
  useEffect(() => {
    if (wasUp.current && !isUp) lost();
    wasUp.current = isUp;
  }, [isUp]);

  // Who waits for a unit that reboots, or that changes to another server, keeps the console.
  const isPresent = isOpen(state.line) || machine.awaitsUnit?.(state) === true;
  const custody = useCustody(unit.UnitSerNum, isPresent);
  return { state, give, custody };
}

/** The fields that say for which unit a command is. A wearable console also names model and modem [P2-C102]. */
const addressOf = ({ UnitSerNum, UnitModel, imei }: ConsoleUnit) =>
  UnitModel === DEFAULT_UNIT_MODEL ? { UnitSerNum } : { UnitSerNum, UnitModel, imei };

/** The unit's address on its carrier's network, if known, helps to find its connection. */
const connectInput = ({ UnitSerNum, IPAddress, Carrier }: ConsoleUnit, withAddress: boolean) => ({
  UnitSerNum,
  command: 'Connect',
  ...(withAddress && IPAddress !== undefined && { IPAddress }),
  ...(withAddress && Carrier !== undefined && { Carrier }),
});
