import type { ConsoleMessage } from '#core/consoles/console-message.ts';
import { readConsoleMessage } from '#core/consoles/console-message.ts';
import type { ConsoleEffect, ConsoleInput } from '#core/consoles/line.ts';
import { nextMoment } from '#core/consoles/line.ts';
import { stepVoice } from '#core/consoles/voice-console.ts';
import { newVoiceConsole, type VoiceConsole } from '#core/consoles/voice-state.ts';
import { stepWearable, type WearableInput } from '#core/consoles/wearable-console.ts';
import { newWearableConsole, type WearableConsole, type WearableFacts } from '#core/consoles/wearable-state.ts';
import type { LifecycleReport } from '#core/unit-messages/common-reports.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { VoiceStatus } from '#core/unit-messages/voice-reports.ts';
import type { LocationReport } from '#core/unit-messages/wearable-reports.ts';

export const UNIT = '400123';
const START = Date.UTC(2026, 10, 21, 9, 0, 0);

/** The id under which the server of these tests stores the command of a request. */
const commandIdFor = (requestId: string) => `console-of-${requestId}`;

type Step<State, Input> = (
  state: State,
  input: Input,
  now: number,
) => { state: State; effects: readonly ConsoleEffect[] };

/** A console with its own clock: only `wait` moves the time, and every requested time-out is kept. */
class Driver<State extends { line: VoiceConsole['line'] }, Input> {
  readonly effects: ConsoleEffect[] = [];
  state: State;
  now = START;
  /** False: the server does not answer. */
  records = true;
  /** False: another command of the unit is under way, so the bridge sends none. */
  sends = true;
  #step: Step<State, Input | ConsoleInput>;
  #reports = 0;

  constructor(state: State, step: Step<State, Input | ConsoleInput>) {
    this.state = state;
    this.#step = step;
  }

  get line() {
    return this.state.line;
  }

  give(input: Input | ConsoleInput) {
    const { state, effects } = this.#step(this.state, input, this.now);
    this.state = state;
    this.effects.push(...effects);
    for (const effect of effects) if (effect.do === 'send') this.#record(effect.requestId, effect.command);
    return this;
  }

  /** Stores a command like the server, and sends it like the bridge. */
  #record(requestId: string, command: string) {
    const commandId = commandIdFor(requestId);
    if (!this.records) return;
    this.give({ kind: 'recorded', requestId, commandId });
    if (this.sends) this.leaves(commandId, command);
  }

  /** The bridge sends the command to the unit. */
  leaves(commandId: string, command: string) {
    return this.hear({ event: 'CommandSent', UnitSerNum: UNIT, commandId, command, raw: '574b02', at: this.now });
  }

  wait(milliseconds: number) {
    const until = this.now + milliseconds;
    for (let next = nextMoment(this.line); next !== undefined && next <= until; next = nextMoment(this.line)) {
      this.now = Math.max(this.now, next);
      this.give({ kind: 'time' });
    }
    this.now = until;
    return this;
  }

  /** Publishes the messages of the bridge, with its types. */
  hear(message: ConsoleMessage) {
    const heard = readConsoleMessage(JSON.parse(JSON.stringify(message)));
    if (!heard) throw new Error(`Not understood: ${JSON.stringify(message)}`);
    return this.give({ kind: 'heard', message: heard });
  }

  report(report: UnitReport) {
    return this.hear({ event: 'Report', report, ...this.#said() });
  }

  lifecycle(event: 'Reboot' | 'Shutdown' | 'Reset' | 'UnitError', reason?: string) {
    const report: LifecycleReport = {
      type: 'lifecycle',
      MessageTime: this.now,
      kind: event,
      ...(reason && { reason }),
    };
    return this.hear({ event, report, ...this.#said() });
  }

  result(commandId: string, outcome = 'done' as const, text?: string) {
    const base = { event: 'CommandResult', UnitSerNum: UNIT, commandId, outcome, answer: {}, at: this.now } as const;
    return this.hear(text === undefined ? base : { ...base, text });
  }

  /** The names of the commands sent so far. */
  get sent() {
    return this.effects.flatMap((effect) => (effect.do === 'send' ? [effect.command] : []));
  }

  get lastSent() {
    const effect = this.effects.findLast((one) => one.do === 'send')!;
    return { ...effect, commandId: commandIdFor(effect.requestId) };
  }

  get dials() {
    return this.effects.filter((effect) => effect.do === 'tcpConnect');
  }

  get lastDial() {
    return this.dials.at(-1)!.dial;
  }

  /** The effects since the mark: `const mark = driver.effects.length`. */
  since(mark: number) {
    return this.effects.slice(mark).map((effect) => effect.do);
  }

  #said() {
    this.#reports += 1;
    return { UnitSerNum: UNIT, id: `${UNIT}-1-${this.#reports}`, raw: '574b01', at: this.now };
  }
}

export const aStatus = (given: Partial<VoiceStatus> = {}): VoiceStatus => ({
  type: 'status',
  MessageTime: START,
  mode: 'Ready',
  voiceMode: false,
  recordMode: false,
  callState: 'idle',
  speakerVol: 5,
  micVol: 5,
  ...given,
});

export const aLocation = (given: Partial<LocationReport> = {}): LocationReport => ({
  type: 'location',
  MessageTime: START,
  reportType: 'Real Time',
  locationType: 'GPS',
  accessPoints: [],
  cells: [],
  ...given,
});

export const voice = () => new Driver<VoiceConsole, ConsoleInput>(newVoiceConsole('0123456789abcdef'), stepVoice);

/** A voice console that the unit has answered. */
export function connectedVoice() {
  const driver = voice().give({ kind: 'connect' });
  driver.give({ kind: 'tcpConnected', dial: driver.lastDial }).give({ kind: 'listening' });
  return driver.report(aStatus());
}

const WEARABLE: WearableFacts = { UnitModel: 'myConnect Air', FirmVer: '1.4.0.2.1' };

export const wearable = (facts: WearableFacts = WEARABLE) =>
  new Driver<WearableConsole, WearableInput>(newWearableConsole('0123456789abcdef', facts), stepWearable);

/** A wearable console whose unit has answered. */
export function connectedWearable() {
  const driver = wearable().give({ kind: 'connect' }).give({ kind: 'listening' });
  driver.give({ kind: 'tcpConnected', dial: driver.lastDial });
  return driver.result(driver.lastSent.commandId);
}
