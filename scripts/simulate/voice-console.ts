import type { Command } from '#core/unit-messages/session.ts';
import { CARRIER_MODES, CONSOLE_MODES, type ConsoleMode, type VoiceStatus } from '#core/unit-messages/voice-reports.ts';
import type { Body } from './behaviour.ts';
import { done, IN_CALL, numberIn, type Reaction, wrongArgument } from './reaction.ts';

const CARRIERS: readonly ConsoleMode[] = CARRIER_MODES;
const SYNC_STEPS = 8;
/** `3` or `3,4` or `3 4`. */
const MESSAGE_NUMBERS = /^\d+([ ,]+\d+)*$/;
/** A mode other than Ready ends by itself. */
const MODE_SECONDS = 180;

/** Readings from other parts of the unit that the console shows. */
interface Readings {
  readonly bars: number;
  readonly chargedPercent: number;
  readonly acPower: boolean;
}

export interface ConsoleHooks {
  readings(): Readings;
  /** An accessory was found while pairing. */
  paired(zone: number): void;
  /** True while the unit calls for help, which the console did not ask for. */
  callsForHelp(): boolean;
  /** A call begins. */
  calling(phoneNumber: string): void;
  /** A call has ended. */
  called(phoneNumber: string, startedAt: number): void;
  /** The carrier to register with, or undefined for the best one. False: the unit has no SIM of it. */
  register(carrier: number | undefined): boolean;
}

/** The part of an MXD-LTE that serves a voice console. */
export class VoiceConsole {
  readonly #body: Body;
  readonly #hooks: ConsoleHooks;
  #mode: ConsoleMode = 'Ready';
  #zone: number | 'UNKNOWN' | undefined;
  #voiceMode = false;
  #recordMode = false;
  #callState: VoiceStatus['callState'] = 'idle';
  #call: { phoneNumber: string; startedAt: number } | undefined;
  #speakerVol = 5;
  #micVol = 5;
  #synced: boolean;
  #syncing = false;
  /** Counts the changes of mode, so that a timer of an earlier mode has no effect. */
  #modes = 0;
  #logging = false;
  /** A console has asked for the state since the start. */
  #isWatched = false;

  constructor(body: Body, hooks: ConsoleHooks) {
    this.#body = body;
    this.#hooks = hooks;
    this.#synced = !body.life.random.chance(0.15);
  }

  /** Runs a command of the console; undefined for other commands. */
  command({ command, arguments: given }: Command): Reaction | undefined {
    switch (command) {
      case 'Query':
        return this.#query();
      case 'StayAlive':
        return done();
      case 'Run':
        return this.#run();
      case 'GoToMode':
        return this.#goTo(String(given.mode ?? ''), given.zone);
      case 'VoiceCmd':
        return this.#voice(String(given.voice ?? ''));
      case 'MakeCall':
        return this.#makeCall(String(given.phoneNumber ?? ''));
      case 'HangUp':
        return this.#hangUp();
      case 'SpeakerVol':
      case 'MicVol':
        return this.#volume(command, numberIn(given, 'level', 1, 9));
      case 'PlayMultiMessage':
        return this.#play(String(given.messages ?? ''));
      case 'RemoteLog':
        return this.#remoteLog(given.on);
      default:
        return undefined;
    }
  }

  get isInCall(): boolean {
    return this.#call !== undefined || this.#hooks.callsForHelp();
  }

  /** The unit began or ended a call by itself. */
  callChanged(): void {
    if (this.#isWatched) this.#show();
  }

  /** Resets the state, as a start does. */
  reset(): void {
    this.#modes += 1;
    this.#mode = 'Ready';
    this.#zone = undefined;
    this.#voiceMode = false;
    this.#recordMode = false;
    this.#callState = 'idle';
    this.#call = undefined;
    this.#isWatched = false;
  }

  #show(more: Partial<VoiceStatus> = {}): void {
    this.#body.say({
      type: 'status',
      MessageTime: this.#body.now(),
      mode: this.#mode,
      ...(this.#zone !== undefined && { zone: this.#zone }),
      voiceMode: this.#voiceMode,
      recordMode: this.#recordMode,
      callState: this.#callState === 'idle' && this.isInCall ? 'in call' : this.#callState,
      speakerVol: this.#speakerVol,
      micVol: this.#micVol,
      synced: this.#synced,
      ...this.#hooks.readings(),
      ...more,
    });
  }

  #query(): Reaction {
    this.#isWatched = true;
    if (!this.#synced && !this.#syncing) this.#sync(0);
    else this.#show();
    return done({ mode: this.#mode });
  }

  /** Fetches the changes that the unit does not have, step by step. */
  #sync(step: number): void {
    this.#syncing = step < SYNC_STEPS;
    this.#synced = !this.#syncing;
    if (this.#synced) {
      this.#show({ text: 'The unit has all changes' });
    } else {
      this.#show({ progressValue: step, progressMax: SYNC_STEPS });
      this.#body.life.after(0.8, () => this.#sync(step + 1));
    }
  }

  #run(): Reaction {
    this.#enter('Ready');
    return done({ mode: this.#mode });
  }

  #goTo(name: string, zone: unknown): Reaction {
    const mode = CONSOLE_MODES.find((one) => one === name);
    if (!mode) return wrongArgument(`No mode is called ${name}`);
    if (this.isInCall && CARRIERS.includes(mode)) return IN_CALL;
    const { life } = this.#body;
    this.#enter(mode, mode === 'Pairing' ? (typeof zone === 'number' ? zone : 'UNKNOWN') : undefined);
    const entered = this.#modes;
    const afterIfStill = (seconds: number, work: () => void) =>
      life.after(seconds, () => {
        if (this.#modes === entered) work();
      });

    if (mode !== 'Ready') afterIfStill(MODE_SECONDS, () => this.#enter('Ready'));
    if (mode === 'Pairing') afterIfStill(life.random.between(8, 20), () => this.#pair());
    if (mode === 'RangeTest') this.#testRange(entered, 4);
    if (CARRIERS.includes(mode)) {
      const isKnown = this.#hooks.register(mode === 'Auto' ? undefined : CARRIERS.indexOf(mode));
      const text = isKnown ? `Registered with ${mode}` : `There is no SIM of ${mode}`;
      afterIfStill(life.random.between(4, 9), () => this.#enter('Ready', undefined, text));
    }
    return done({ mode });
  }

  #enter(mode: ConsoleMode, zone?: number | 'UNKNOWN', text?: string): void {
    this.#modes += 1;
    this.#mode = mode;
    this.#zone = zone;
    this.#show(text === undefined ? {} : { text });
  }

  #pair(): void {
    const zone =
      this.#zone === 'UNKNOWN' || this.#zone === undefined ? this.#body.life.random.between(1, 12) : this.#zone;
    this.#hooks.paired(zone);
    this.#enter('Ready', undefined, `Paired zone ${zone}`);
  }

  #testRange(entered: number, left: number): void {
    if (left === 0 || this.#modes !== entered) return;
    this.#body.life.after(3, () => {
      if (this.#modes !== entered) return;
      this.#show({ text: `Help button heard with -${this.#body.life.random.between(55, 95)} dBm` });
      this.#testRange(entered, left - 1);
    });
  }

  #voice(words: string): Reaction {
    const off = /\boff\b/i.test(words);
    if (/record/i.test(words)) this.#recordMode = !off;
    else this.#voiceMode = !off;
    this.#show();
    return done({ voiceMode: this.#voiceMode, recordMode: this.#recordMode });
  }

  #makeCall(phoneNumber: string): Reaction {
    if (!/^\+?\d{3,15}$/.test(phoneNumber)) return wrongArgument('phoneNumber must have 3 to 15 digits');
    if (this.isInCall) return IN_CALL;
    this.#call = { phoneNumber, startedAt: this.#body.now() };
    const call = this.#call;
    this.#hooks.calling(phoneNumber);
    this.#setCall('dialing');
    this.#body.life.after(this.#body.life.random.between(3, 8), () => {
      if (this.#call !== call) return;
      this.#voiceMode = true;
      this.#setCall('in call');
    });
    return done({ phoneNumber });
  }

  #hangUp(): Reaction {
    if (!this.#call) return { outcome: 'refused', text: 'There is no call' };
    const { phoneNumber, startedAt } = this.#call;
    this.#call = undefined;
    this.#voiceMode = false;
    this.#setCall('idle');
    this.#hooks.called(phoneNumber, startedAt);
    return done();
  }

  #setCall(state: VoiceStatus['callState']): void {
    this.#callState = state;
    this.#show();
  }

  #volume(which: 'SpeakerVol' | 'MicVol', level: number | undefined): Reaction {
    if (level === undefined) return wrongArgument('level must be 1 to 9');
    if (which === 'SpeakerVol') this.#speakerVol = level;
    else this.#micVol = level;
    this.#show();
    return done({ level });
  }

  #play(messages: string): Reaction {
    if (!MESSAGE_NUMBERS.test(messages)) return wrongArgument('messages must be numbers of messages');
    this.#show({ text: `Playing ${messages}` });
    return done();
  }

  #remoteLog(on: unknown): Reaction {
    const wanted = on === true || on === 'true' || on === 1;
    if (wanted && !this.#logging) {
      this.#logging = true;
      this.#log(1);
    }
    this.#logging = wanted;
    return done({ on: wanted });
  }

  #log(line: number): void {
    this.#body.life.after(5, () => {
      if (!this.#logging) return;
      const { bars, chargedPercent } = this.#hooks.readings();
      this.#body.say({
        type: 'debugLog',
        MessageTime: this.#body.now(),
        lines: [`${line} modem: registered, ${bars} bars`, `${line} power: battery ${chargedPercent} %`],
      });
      this.#log(line + 1);
    });
  }
}
