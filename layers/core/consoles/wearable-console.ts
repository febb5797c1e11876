import type { LifecycleReport } from '../unit-messages/common-reports.ts';
import type { UnitReport } from '../unit-messages/messages.ts';
import type { LocationReport } from '../unit-messages/wearable-reports.ts';
import { KEEP_ALIVE } from './commands.ts';
import type { ConsoleMessage } from './console-message.ts';
import {
  type ConsoleEffect,
  type ConsoleInput,
  type EndedCommand,
  isAboutCommand,
  KEEP_ALIVE_EVERY,
  LineTurn,
  MESSAGE_STAYS,
  outcomeWords,
} from './line.ts';
import { isOldLocation, locationOf, withLocation } from './locations.ts';
import {
  CONNECTION_CLOSED,
  CONNECTION_ERROR,
  LOCATION_FAILED,
  STILL_CONNECTING,
  UNABLE_TO_CONNECT,
  UNIT_REBOOTING,
  WEBSOCKET_ERROR,
} from './messages.ts';
import { reportWords } from './report-words.ts';
import { withEntry } from './transcript.ts';
import {
  CONNECT_RETRIES,
  initialCommands,
  LOCATION_PATIENCE,
  RETRY_AFTER,
  WEARABLE_CONNECT_PATIENCE,
  type WearableConsole,
} from './wearable-state.ts';

export type WearableInput = ConsoleInput | { kind: 'requestLocation' };

/** What an input does to the console at `now` (milliseconds since 1970), and what is to be done about it. */
export function stepWearable(
  console: WearableConsole,
  input: WearableInput,
  now: number,
): { state: WearableConsole; effects: readonly ConsoleEffect[] } {
  const turn = new WearableTurn(console, now);
  turn.take(input);
  return { state: turn.console, effects: turn.effects };
}

/** The message that asks a wearable where it is. */
export const LOCATION_MESSAGE = 'GPS';

type Own = Omit<WearableConsole, 'line'>;

class WearableTurn extends LineTurn {
  #own: Own;

  constructor({ line, ...own }: WearableConsole, now: number) {
    super(line, now);
    this.#own = own;
  }

  get console(): WearableConsole {
    return { ...this.#own, line: this.line };
  }

  take(input: WearableInput) {
    switch (input.kind) {
      case 'connect':
        return this.#connect();
      case 'disconnect':
        return this.#close('closed', undefined);
      case 'command':
        return this.#command(input);
      case 'requestLocation':
        return this.#requestLocation();
      case 'tcpConnected':
        return this.#reached(input.dial, { tcpConnected: true });
      case 'tcpFailed':
        return input.dial === this.#own.dials ? this.#tcpFailed() : undefined;
      case 'listening':
        return this.#reached(this.#own.dials, { listening: true });
      case 'refused':
        return this.#refused(input);
      case 'socketClosed':
        return this.#isOpen ? this.#close('closed', CONNECTION_CLOSED) : undefined;
      case 'heard':
        return this.#hear(input.message);
      case 'time':
        return this.#time();
    }
  }

  #set(change: Partial<Own>) {
    this.#own = { ...this.#own, ...change };
  }

  get #isOpen() {
    return this.line.connection === 'connected' || this.line.connection === 'connecting';
  }

  get #isConnecting() {
    return this.line.connection === 'connecting';
  }

  #connect() {
    this.cancelAll();
    this.dropCommands();
    this.change({ connection: 'connecting', message: undefined, connectedAt: undefined });
    this.#set({ attempts: 0, tcpConnected: false, listening: false, greeted: false, locationRequest: undefined });
    this.note('Connecting to the unit');
    this.effects.push({ do: 'listen' });
    this.schedule('connect', WEARABLE_CONNECT_PATIENCE);
    this.#dial();
  }

  #dial() {
    this.#set({ attempts: this.#own.attempts + 1, dials: this.#own.dials + 1 });
    this.effects.push({ do: 'tcpConnect', dial: this.#own.dials, withAddress: true });
  }

  /** A wearable that is dialling in just now answers one of the next tries. */
  #tcpFailed() {
    if (!this.#isConnecting || this.#own.greeted) return;
    if (this.#own.attempts > CONNECT_RETRIES) return this.#close('error', UNABLE_TO_CONNECT);
    this.change({ message: STILL_CONNECTING });
    this.schedule('retry', RETRY_AFTER);
  }

  #reached(dial: number, how: { tcpConnected: true } | { listening: true }) {
    if (!this.#isConnecting || dial !== this.#own.dials) return;
    this.#set(how);
    if (this.#own.tcpConnected && this.#own.listening) this.#greet();
  }

  #greet() {
    if (this.#own.greeted) return;
    this.#set({ greeted: true });
    this.cancel('retry');
    for (const command of initialCommands(this.#own.unit, this.#own.synced)) this.send(command);
  }

  #connected() {
    if (!this.#isConnecting) return;
    this.cancel('connect', 'retry');
    this.change({ connection: 'connected', message: undefined, connectedAt: this.now });
    this.note('Connected');
    this.schedule('keepAlive', KEEP_ALIVE_EVERY);
  }

  #close(connection: 'closed' | 'error', message: string | undefined) {
    this.cancelAll();
    this.dropCommands();
    this.change({ connection, message, connectedAt: undefined });
    this.#set({ tcpConnected: false, listening: false, greeted: false, locationRequest: undefined });
    this.note(message ?? 'Disconnected', connection === 'error');
    this.effects.push({ do: 'stopListening' });
  }

  #command({ command, arguments: given }: Extract<WearableInput, { kind: 'command' }>) {
    if (this.line.connection !== 'connected') return;
    this.send(command, given);
  }

  /** Asked again while one is awaited, the wait is over: the unit evidently cannot tell [P2-M31]. */
  #requestLocation() {
    if (this.line.connection !== 'connected') return;
    if (this.#own.locationRequest) return this.#locationFailed();
    this.#set({ locationRequest: { until: this.now + LOCATION_PATIENCE, waiting: false } });
    this.schedule('location', LOCATION_PATIENCE);
    this.send('RTO', { message: LOCATION_MESSAGE });
  }

  #locationFailed() {
    this.cancel('location');
    this.#set({ locationRequest: undefined });
    this.note(LOCATION_FAILED, true);
    this.#show(LOCATION_FAILED);
  }

  #refused({ commandId, message }: { commandId?: string | undefined; message: string }) {
    if (commandId === undefined) return this.#isOpen ? this.#close('error', WEBSOCKET_ERROR) : undefined;
    const ended = this.refuse(commandId, message);
    if (!ended || ended.command === KEEP_ALIVE) return;
    if (this.#isConnecting) this.#close('error', message);
    else this.#show(message);
  }

  #show(message: string) {
    this.change({ message });
    this.schedule('message', MESSAGE_STAYS);
  }

  #hear(message: ConsoleMessage) {
    if (!this.#isOpen) return;
    if (this.isKeepAlive(message)) {
      if (isAboutCommand(message)) this.follow(message);
      return;
    }
    if (this.line.connection === 'connected') this.schedule('message', MESSAGE_STAYS);
    switch (message.event) {
      case 'UnitConnected':
        this.note('The unit has dialled in');
        if (this.#isConnecting) this.#greet();
        return;
      case 'UnitDisconnect':
        return this.#close('closed', CONNECTION_CLOSED);
      case 'Reboot':
      case 'Shutdown':
      case 'Reset':
      case 'UnitError':
      case 'Report':
        this.#enter(message);
        this.#report(message.report, message.id);
        return this.#own.greeted ? this.#connected() : undefined;
      default:
        return this.#ended(this.follow(message));
    }
  }

  #enter({ id, report, raw }: Extract<ConsoleMessage, { raw: string }>) {
    const entry = { id, at: this.now, kind: 'unit', text: reportWords(report), raw } as const;
    this.change({ transcript: withEntry(this.line.transcript, entry) });
  }

  #report(report: UnitReport, id: string) {
    switch (report.type) {
      case 'ping':
        if ('stepsToday' in report) this.#set({ ping: report, charging: Boolean(report.acPower) });
        break;
      case 'info':
        this.#set({
          info: report,
          charging: report.acPower === 1,
          ...(report.synced !== undefined && { synced: report.synced }),
        });
        break;
      case 'lifecycle':
        return this.#lifecycle(report);
      case 'location':
        this.#location(report, id);
        break;
    }
    if (this.line.connection === 'connected') this.#show(reportWords(report));
  }

  #lifecycle(report: LifecycleReport) {
    const { kind, reason } = report;
    if (kind === 'Charge Start' || kind === 'Charge Stop') this.#set({ charging: kind === 'Charge Start' });
    if (kind === 'UnitError' || kind === 'Reset') this.#set({ synced: false });
    const restarts = kind === 'Power Off Alert' || kind === 'Reboot';
    this.#show(restarts ? UNIT_REBOOTING : (reason ?? LIFECYCLE_WORDS[kind] ?? kind));
  }

  #location(report: LocationReport, id: string) {
    const location = locationOf(report, id, this.now);
    this.#set({ locations: withLocation(this.#own.locations, location) });
    const request = this.#own.locationRequest;
    if (!request) return;
    if (isOldLocation(location)) return this.#set({ locationRequest: { ...request, waiting: true } });
    this.cancel('location');
    this.#set({ locationRequest: undefined });
  }

  #ended(ended: EndedCommand | undefined) {
    if (!ended) return;
    const { command, outcome, text } = ended;
    const reached = outcome !== 'expired' && outcome !== 'lost';
    if (this.#isConnecting && reached) this.#connected();
    if (outcome !== 'done') {
      if (command === 'RTO' && this.#own.locationRequest) return this.#locationFailed();
      return this.#show(`${command}: ${text ?? outcomeWords(outcome)}`);
    }
    if (command === 'SyncChanges') this.#set({ synced: true });
    this.#show(command === 'reboot' ? UNIT_REBOOTING : (text ?? `${command} done`));
  }

  #time() {
    for (const timer of this.takeDue()) this.#due(timer);
    for (const { command } of this.giveUpLate()) {
      if (command !== KEEP_ALIVE && this.line.connection === 'connected')
        this.#show(`${command}: no answer within 6 s`);
    }
  }

  #due(timer: string) {
    switch (timer) {
      case 'retry':
        return this.#dial();
      case 'connect':
        return this.#close('error', CONNECTION_ERROR);
      case 'keepAlive':
        this.send(KEEP_ALIVE);
        return this.schedule('keepAlive', KEEP_ALIVE_EVERY);
      case 'location':
        return this.#locationFailed();
      case 'message':
        return this.line.connection === 'connected' ? this.change({ message: undefined }) : undefined;
    }
  }
}

const LIFECYCLE_WORDS: Readonly<Record<string, string>> = {
  'Power On': 'The unit has been switched on',
  'Charge Start': 'The unit is charging',
  'Charge Stop': 'The unit no longer charges',
  Shutdown: 'The unit is shutting down',
  Reset: 'The unit was reset',
  UnitError: 'The unit reports an error',
};
