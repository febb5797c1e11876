import type { UnitReport } from '../unit-messages/messages.ts';
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
import {
  CONNECTION_CLOSED,
  CONNECTION_ERROR,
  REBOOT_TAKES_LONGER,
  UNABLE_TO_CONNECT,
  UNIT_REBOOTING,
  WEBSOCKET_ERROR,
} from './messages.ts';
import { reportWords } from './report-words.ts';
import { withEntry } from './transcript.ts';
import {
  type Dial,
  KEEP_ALIVE_IN_SHUTDOWN,
  QUERY_PATIENCE,
  REBOOT_COUNTDOWN,
  REBOOT_GIVEN_UP_AFTER,
  RECONNECT_AFTER,
  RECONNECT_EVERY,
  type VoiceConsole,
} from './voice-state.ts';

/** What an input does to the console at `now` (milliseconds since 1970), and what is to be done about it. */
export function stepVoice(
  console: VoiceConsole,
  input: ConsoleInput,
  now: number,
): { state: VoiceConsole; effects: readonly ConsoleEffect[] } {
  const turn = new VoiceTurn(console, now);
  turn.take(input);
  return { state: turn.console, effects: turn.effects };
}

type Own = Omit<VoiceConsole, 'line'>;

class VoiceTurn extends LineTurn {
  #own: Own;

  constructor({ line, ...own }: VoiceConsole, now: number) {
    super(line, now);
    this.#own = own;
  }

  get console(): VoiceConsole {
    return { ...this.#own, line: this.line };
  }

  take(input: ConsoleInput) {
    switch (input.kind) {
      case 'connect':
        return this.#connect();
      case 'disconnect':
        return this.#close('closed', undefined);
      case 'command':
        if (this.line.connection === 'connected') this.send(input.command, input.arguments);
        return undefined;
      case 'tcpConnected':
        return this.#awaits('tcpConnect', input.dial) ? this.#openSocket(this.#own.dial!) : undefined;
      case 'tcpFailed':
        return this.#awaits('tcpConnect', input.dial) ? this.#tcpFailed() : undefined;
      case 'listening':
        return this.#awaits('socket') ? this.#query() : undefined;
      case 'refused':
        return this.#refused(input);
      case 'socketClosed':
        return this.#socketClosed();
      case 'heard':
        return this.#hear(input.message);
      case 'time':
        return this.#time();
    }
  }

  #set(change: Partial<Own>) {
    this.#own = { ...this.#own, ...change };
  }

  get #isRebooting() {
    return this.#own.rebootingSince !== undefined;
  }

  #awaits(waitsFor: Dial['waitsFor'], number = this.#own.dial?.number) {
    return this.#own.dial?.waitsFor === waitsFor && this.#own.dial.number === number;
  }

  #connect() {
    this.cancelAll();
    this.dropCommands();
    this.change({ connection: 'connecting', message: undefined, connectedAt: undefined });
    this.#set({ disconnected: false, error: false, shuttingDown: false, rebootingSince: undefined });
    this.note('Connecting to the unit');
    this.#dial(true);
  }

  #dial(withAddress: boolean) {
    const dial = this.#newDial(withAddress);
    this.#set({ dial });
    this.effects.push({ do: 'tcpConnect', dial: dial.number, withAddress });
  }

  #newDial(withAddress: boolean): Dial {
    this.#set({ dials: this.#own.dials + 1 });
    return { number: this.#own.dials, withAddress, waitsFor: 'tcpConnect' };
  }

  /** Once more without IP and carrier, which may be out of date [P2-S49]. */
  #tcpFailed() {
    if (this.#own.dial?.withAddress) this.#dial(false);
    else this.#dialFailed(UNABLE_TO_CONNECT);
  }

  #openSocket(dial: Dial) {
    this.#set({ dial: { ...dial, waitsFor: 'socket' } });
    this.schedule('socket', QUERY_PATIENCE);
    this.effects.push({ do: 'listen' });
  }

  #query() {
    this.cancel('socket');
    const queryId = this.send('Query');
    this.#set({ dial: { ...this.#own.dial!, waitsFor: 'answer', queryId } });
    this.schedule('query', QUERY_PATIENCE);
  }

  /** While the unit reboots a failed attempt is no error: the next one comes. */
  #dialFailed(message: string) {
    if (!this.#isRebooting) return this.#close('error', message);
    this.effects.push({ do: 'stopListening' });
    this.#set({ dial: undefined });
    this.cancel('socket', 'query');
    this.dropCommands();
    this.#planReconnect();
  }

  #close(connection: 'closed' | 'error', message: string | undefined) {
    this.cancelAll();
    this.dropCommands();
    this.change({ connection, message, connectedAt: undefined });
    this.#set({ dial: undefined, shuttingDown: false, rebootingSince: undefined, error: connection === 'error' });
    this.note(message ?? 'Disconnected', connection === 'error');
    this.effects.push({ do: 'stopListening' });
  }

  #connected() {
    if (this.#own.dial?.queryId) this.settle(this.#own.dial.queryId);
    this.cancel('query', 'reconnect', 'countdown');
    this.change({ connection: 'connected', message: undefined, connectedAt: this.now });
    this.#set({ dial: undefined, disconnected: false, error: false, rebootingSince: undefined });
    this.note('Connected');
    this.schedule('keepAlive', KEEP_ALIVE_EVERY);
  }

  #refused({ commandId, message }: { commandId?: string | undefined; message: string }) {
    if (commandId === undefined) {
      if (this.#awaits('socket') || this.line.connection === 'connected') this.#dialFailed(WEBSOCKET_ERROR);
      return;
    }
    const ended = this.refuse(commandId, message);
    if (!ended) return;
    if (ended.commandId === this.#own.dial?.queryId) this.#dialFailed(message);
    else if (ended.command !== KEEP_ALIVE) this.#show(message);
  }

  #socketClosed() {
    const isOpen = this.line.connection === 'connected' || this.line.connection === 'connecting';
    if (isOpen && !this.#isRebooting) this.#close('closed', CONNECTION_CLOSED);
  }

  #show(message: string) {
    this.change({ message });
    this.schedule('message', MESSAGE_STAYS);
  }

  #hear(message: ConsoleMessage) {
    if (this.isKeepAlive(message)) {
      if (isAboutCommand(message)) this.follow(message);
      return;
    }
    this.schedule('message', MESSAGE_STAYS);
    switch (message.event) {
      case 'UnitConnected':
        return this.#unitConnected();
      case 'UnitDisconnect':
        return this.#unitDisconnected(message.reason);
      case 'Reboot':
        this.#enter(message);
        return this.#reboot();
      case 'Shutdown':
        this.#enter(message);
        this.#set({ shuttingDown: true });
        if (this.line.connection === 'connected') this.schedule('keepAlive', KEEP_ALIVE_IN_SHUTDOWN);
        return this.#show(message.report.reason ?? 'The unit is shutting down');
      case 'Reset':
        this.#enter(message);
        this.#set({ synced: false });
        return this.#show(message.report.reason ?? 'The unit was reset');
      case 'UnitError':
        this.#enter(message);
        this.#set({ synced: false });
        return this.#show(message.report.reason ?? 'The unit reports an error');
      case 'Report':
        this.#enter(message);
        return this.#report(message.report);
      default:
        return this.#ended(this.follow(message));
    }
  }

  #enter({ id, report, raw }: Extract<ConsoleMessage, { raw: string }>) {
    const entry = { id, at: this.now, kind: 'unit', text: reportWords(report), raw } as const;
    this.change({ transcript: withEntry(this.line.transcript, entry) });
  }

  #report(report: UnitReport) {
    if (report.type !== 'status') return this.#show(reportWords(report));
    this.#set({ status: report, ...(report.synced !== undefined && { synced: report.synced }) });
    if (report.text) this.#show(report.text);
    if (this.#awaits('answer')) this.#connected();
  }

  #ended(ended: EndedCommand | undefined) {
    if (!ended) return;
    if (ended.commandId === this.#own.dial?.queryId) {
      // Whatever the unit makes of the Query, it has answered; what it never got it has not.
      if (ended.outcome === 'expired' || ended.outcome === 'lost') this.#dialFailed(CONNECTION_ERROR);
      else this.#connected();
      return;
    }
    if (ended.outcome !== 'done') return this.#show(`${ended.command}: ${ended.text ?? outcomeWords(ended.outcome)}`);
    if (ended.command === 'Reboot') return this.#reboot();
    this.#show(ended.text ?? `${ended.command} done`);
  }

  #unitDisconnected(reason: string) {
    if (this.#isRebooting) return;
    // That the unit goes can be heard before what it made of the command.
    if (this.isUnderWay('Reboot')) return this.#reboot();
    this.cancelAll();
    this.dropCommands();
    this.change({ connection: 'closed', message: CONNECTION_CLOSED, connectedAt: undefined });
    this.#set({ dial: undefined, disconnected: true, synced: false, shuttingDown: false });
    this.note(`${CONNECTION_CLOSED} (${reason})`, true);
  }

  /** The unit is back on a new connection: asks for its state there. */
  #unitConnected() {
    this.note('The unit has dialled in');
    if (!this.#own.disconnected) return;
    this.change({ connection: 'connecting', message: undefined });
    this.#set({ disconnected: false });
    this.#openSocket(this.#newDial(false));
  }

  #reboot() {
    if (this.#isRebooting) return;
    this.cancelAll();
    this.dropCommands();
    this.change({ connection: 'closed', message: UNIT_REBOOTING, connectedAt: undefined });
    this.#set({ dial: undefined, shuttingDown: false, rebootingSince: this.now });
    this.note(UNIT_REBOOTING);
    this.effects.push({ do: 'stopListening' });
    this.schedule('countdown', REBOOT_COUNTDOWN);
    this.schedule('reconnect', RECONNECT_AFTER);
  }

  #planReconnect() {
    const rebooting = this.now - this.#own.rebootingSince!;
    if (rebooting >= REBOOT_GIVEN_UP_AFTER) return this.#close('error', UNABLE_TO_CONNECT);
    this.schedule('reconnect', rebooting < REBOOT_COUNTDOWN ? RECONNECT_EVERY.soon : RECONNECT_EVERY.later);
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
      case 'socket':
        return this.#dialFailed(WEBSOCKET_ERROR);
      case 'query':
        return this.#dialFailed(CONNECTION_ERROR);
      case 'keepAlive':
        this.send(KEEP_ALIVE);
        return this.schedule('keepAlive', this.#own.shuttingDown ? KEEP_ALIVE_IN_SHUTDOWN : KEEP_ALIVE_EVERY);
      case 'message':
        // What says why there is no connection stays.
        return this.line.connection === 'connected' ? this.change({ message: undefined }) : undefined;
      case 'countdown':
        this.note(REBOOT_TAKES_LONGER);
        return this.change({ message: REBOOT_TAKES_LONGER });
      case 'reconnect':
        return this.#dial(true);
    }
  }
}
