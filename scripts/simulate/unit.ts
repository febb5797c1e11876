import type { KeyObject } from 'node:crypto';
import type { ConfigurationReport, DownloadReport } from '#core/unit-messages/common-reports.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { Command, CommandResult, Update } from '#core/unit-messages/session.ts';
import { codecOf } from '#protocol/models.ts';
import type { Random } from '#scripts/seed/random.ts';
import type { Behaviour, Body, FleetUnit } from './behaviour.ts';
import { UnitConnection } from './connection.ts';
import { Flash } from './downloads/flash.ts';
import { UnitDownloads } from './downloads/unit-downloads.ts';
import type { UnitFault } from './faults.ts';
import { FaultyLine } from './faulty-line.ts';
import { Life } from './life.ts';
import type { Reaction } from './reaction.ts';
import { type SettingsBehaviour, UnitSettings } from './unit-settings.ts';
import { VoiceUnit } from './voice-unit.ts';
import { WaitingMessages } from './waiting-messages.ts';
import { WearableUnit } from './wearable-unit.ts';

const HOUR = 3_600;
/** The average time between two drops of a cellular connection, in seconds of the unit's time. */
const DROPS_EVERY = 8 * HOUR;
/** docs/unit-protocol.md, section 5. */
const REMEMBERED_RESULTS = 20;
/** Work on a message that has no file. */
const WORK_SECONDS = 3;
/** So often a unit makes a test call that fails, if it is told to. */
const TEST_CALL_EVERY = HOUR / 4;
const RESTART_SECONDS = 30;
/** The average time between two faults of a kind. */
const FAULT_EVERY = HOUR;
const WITHOUT_SIM_SECONDS = { least: 10 * 60, most: HOUR };
/** The bridge believes the clock of a unit that is wrong by a minute, and not by more than ten ahead. */
const CLOCK_STEPS_MS = [-30 * 24 * HOUR, -HOUR, -60, 60, 1_800, 24 * HOUR].map((seconds) => seconds * 1000);
const REBOOTS_IN_COMMANDS = 0.3;
/** A start that does not come up is broken off, as is a new version that does not reach the bridge. */
const WATCHDOG_SECONDS = 60;
const TRIAL_SECONDS = 900;
/** Firmware whose file begins with these words does not come up. */
export const DOES_NOT_START = 'DOES NOT START';
const DEAD = Buffer.from(DOES_NOT_START);

export interface UnitOptions {
  readonly unit: FleetUnit;
  readonly host: string;
  readonly port: number;
  readonly random: Random;
  readonly speed: number;
  readonly pingEverySeconds: number;
  readonly bootId: number;
  /** Seconds of the unit's time until its first connection. */
  readonly dialAfter: number;
  /** Absent: the unit does what it is told. */
  readonly settings?: SettingsBehaviour | undefined;
  /** The version with which the unit fails its test calls. */
  readonly failsTestCallsWith?: string | undefined;
  /** The public keys whose firmware the unit takes. */
  readonly firmwareKeys: readonly KeyObject[];
  /** What goes wrong with the unit. */
  readonly faults?: readonly UnitFault[] | undefined;
  /** A new version has become the unit's firmware. */
  readonly onNewVersion: (version: string) => void;
}

/** A simulated unit: its connection, its behaviour, and its latest commands. */
export class SimulatedUnit {
  readonly unit: FleetUnit;
  readonly #life: Life;
  readonly #connection: UnitConnection;
  readonly #behaviour: Behaviour;
  readonly #settings: UnitSettings;
  readonly #waiting: WaitingMessages;
  readonly #flash: Flash;
  readonly #downloads: UnitDownloads;
  readonly #repeats: boolean;
  readonly #forgets: number;
  readonly #faults: readonly UnitFault[];
  readonly #results = new Map<string, Omit<CommandResult, 'MessageTime'>>();

  constructor(options: UnitOptions) {
    const {
      unit,
      host,
      port,
      random,
      speed,
      pingEverySeconds,
      bootId,
      dialAfter,
      settings = {},
      failsTestCallsWith,
      firmwareKeys,
      faults = [],
      onNewVersion,
    } = options;
    this.unit = unit;
    this.#life = new Life(random, speed);
    this.#settings = new UnitSettings(settings);
    this.#repeats = settings.repeats ?? false;
    this.#forgets = settings.forgets ?? 0;
    this.#faults = faults;
    this.#flash = new Flash(unit.firmware);
    this.#waiting = new WaitingMessages(
      (report) => this.#answer(report),
      (update) => this.#begin(update),
    );
    this.#downloads = new UnitDownloads(
      {
        ...{ model: unit.model, flash: this.#flash, keys: firmwareKeys },
        isInCall: () => this.#behaviour.isInCall,
        restart: () => this.#restart(RESTART_SECONDS),
      },
      {
        ask: (question) => this.#connection.ask(question),
        progress: (...progress) => this.#waiting.progress(...progress),
        end: (...end) => this.#waiting.end(...end),
        forget: (key) => this.#waiting.forget(key),
        after: (seconds, work) => this.#life.after(seconds, work),
      },
    );
    this.#connection = new UnitConnection({
      host,
      port,
      speed,
      random,
      bootId,
      secret: unit.secret,
      ...(faults.length > 0 && { line: new FaultyLine({ faults, random, speed }) }),
      codec: codecOf(unit.model),
      login: () => ({
        imei: unit.imei,
        UnitSerNum: unit.UnitSerNum,
        UnitModel: unit.model,
        ...this.#behaviour.login(),
        ...this.#settings.told,
      }),
      onServed: (afterStart) => {
        this.#settings.connected();
        if (this.#downloads.connected()) onNewVersion(this.#downloads.version);
        this.#behaviour.served(afterStart);
      },
      onCommand: (command) => this.#obey(command),
      onHandled: () => this.#behaviour.handled(),
      onConfiguration: (part) => {
        const reports = this.#settings.take(part);
        if (!reports) return;
        for (const report of reports) this.#answer({ type: 'configurationReport', ...report });
        this.#behaviour.configured(this.#settings.settings);
      },
      onUpdate: (update) => this.#waiting.take(update),
      onDownload: (answer) => this.#downloads.hear(answer),
    });
    const body: Body = {
      unit,
      firmware: () => this.#downloads.version,
      life: this.#life,
      pingEverySeconds,
      now: () => this.#connection.now(),
      say: (report) => this.#connection.say(report.type === 'ping' ? { ...report, ...this.#settings.told } : report),
      paired: (name, value) => this.#settings.change(name, value),
      reconnect: () => this.#connection.drop(),
      restart: (afterSeconds) => this.#restart(afterSeconds),
    };
    this.#behaviour = unit.model === 'MXD-LTE' ? new VoiceUnit(body) : new WearableUnit(body);
    this.#life.after(dialAfter, () => this.#connection.dial());
    this.#life.nowAndThen(DROPS_EVERY, () => this.#connection.drop());
    this.#sufferFaults();
    if (failsTestCallsWith !== undefined)
      this.#life.regularly(TEST_CALL_EVERY, () => {
        if (this.#downloads.version === failsTestCallsWith) this.#failTestCall();
      });
  }

  get isServed(): boolean {
    return this.#connection.isServed;
  }

  get unacknowledged(): number {
    return this.#connection.unacknowledged;
  }

  close(): void {
    this.#life.end();
    this.#connection.close();
  }

  #sufferFaults(): void {
    const { random } = this.#life;
    const WORK: Partial<Record<UnitFault, () => void>> = {
      'half-open': () => this.#connection.abandon(),
      'wrong-clock': () => this.#connection.turnClock(random.pick(CLOCK_STEPS_MS)),
      'low-battery': () => this.#behaviour.runLow(),
      // A unit without its SIM finds no network.
      'no-sim': () => this.#connection.leave(random.between(WITHOUT_SIM_SECONDS.least, WITHOUT_SIM_SECONDS.most)),
      'carrier-change': () => this.#behaviour.roam(),
    };
    for (const fault of this.#faults) {
      const work = WORK[fault];
      if (work) this.#life.nowAndThen(FAULT_EVERY, work);
    }
  }

  #answer(report: Omit<ConfigurationReport, 'MessageTime'> | Omit<DownloadReport, 'MessageTime'>): void {
    for (let times = this.#repeats ? 2 : 1; times > 0; times--)
      this.#connection.say({ ...report, MessageTime: this.#connection.now() } as UnitReport);
  }

  #failTestCall(): void {
    const MessageTime = this.#connection.now();
    this.#connection.say({ type: 'test', MessageTime, kind: 'voice', passed: false, text: 'Nobody answered' });
  }

  /** A message without a file needs a moment. */
  #begin(update: Update): void {
    const { MessageKey, MessageType, content } = update;
    if (MessageType === 'FIRMVER' || (MessageType === 'SPEECH' && content.location !== undefined))
      this.#downloads.begin(update);
    else
      this.#life.after(WORK_SECONDS, () => {
        // A start in between makes it a message that the unit has not done.
        if (!this.#waiting.isUnderWay(MessageKey)) return;
        this.#behaviour.told(update);
        this.#waiting.end(MessageKey, 'done');
      });
  }

  #restart(afterSeconds: number): void {
    this.#lose();
    this.#downloads.restarted();
    if (this.#startsUp) {
      this.#connection.restart(afterSeconds);
      if (this.#downloads.isTrial) this.#giveUpLater();
      return;
    }
    this.#connection.close();
    this.#life.after(WATCHDOG_SECONDS, () => this.#restart(afterSeconds));
  }

  #giveUpLater(): void {
    const { version } = this.#downloads;
    this.#life.after(TRIAL_SECONDS, () => {
      if (this.#downloads.isTrial && this.#downloads.version === version) this.#restart(RESTART_SECONDS);
    });
  }

  get #startsUp(): boolean {
    return !this.#flash.content(this.#flash.read('boot').active).subarray(0, DOES_NOT_START.length).equals(DEAD);
  }

  /** A start takes from the unit what its memory does not keep. */
  #lose(): void {
    this.#waiting.restarted();
    const { random } = this.#life;
    const names = Object.keys(this.#settings.settings).filter(() => random.chance(this.#forgets));
    if (names.length > 0) this.#settings.forget(names);
  }

  /** Answers a command after a network delay. A known command gets its old result again. */
  #obey(command: Command): void {
    const known = this.#results.get(command.commandId);
    if (known) this.#connection.say({ ...known, MessageTime: this.#connection.now() });
    else
      this.#life.after(0.1 + 0.4 * this.#life.random.next(), () => {
        if (this.#rebootsNow) this.#restart(RESTART_SECONDS);
        else this.#execute(command);
      });
  }

  /** It loses its power in the middle of a command, before its result. */
  get #rebootsNow(): boolean {
    return this.#faults.includes('reboot-in-command') && this.#life.random.chance(REBOOTS_IN_COMMANDS);
  }

  #execute(command: Command): void {
    const { commandId } = command;
    if (this.#results.has(commandId)) return;
    const { outcome, text, answer = {}, afterwards } = this.#reactionTo(command);
    const result = { type: 'commandResult', commandId, outcome, ...(text !== undefined && { text }), answer } as const;
    this.#results.set(commandId, result);
    if (this.#results.size > REMEMBERED_RESULTS) this.#results.delete(this.#results.keys().next().value!);
    this.#connection.say({ ...result, MessageTime: this.#connection.now() });
    // A moment later, so that the bridge has the answer before the connection ends.
    if (afterwards) this.#life.after(1, afterwards);
  }

  #reactionTo(command: Command): Reaction {
    return this.#connection.now() > command.expiresAt ? { outcome: 'expired' } : this.#behaviour.command(command);
  }
}
