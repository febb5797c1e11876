import type { ConfigurationReport, DownloadReport } from '#core/unit-messages/common-reports.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { Command, CommandResult } from '#core/unit-messages/session.ts';
import { codecOf } from '#protocol/models.ts';
import type { Random } from '#scripts/seed/random.ts';
import type { Behaviour, Body, FleetUnit } from './behaviour.ts';
import { UnitConnection } from './connection.ts';
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
}

/** A simulated unit: its connection, its behaviour, and its latest commands. */
export class SimulatedUnit {
  readonly unit: FleetUnit;
  readonly #life: Life;
  readonly #connection: UnitConnection;
  readonly #behaviour: Behaviour;
  readonly #settings: UnitSettings;
  readonly #waiting: WaitingMessages;
  readonly #repeats: boolean;
  readonly #forgets: number;
  readonly #results = new Map<string, Omit<CommandResult, 'MessageTime'>>();

  constructor({ unit, host, port, random, speed, pingEverySeconds, bootId, dialAfter, settings = {} }: UnitOptions) {
    this.unit = unit;
    this.#life = new Life(random, speed);
    this.#settings = new UnitSettings(settings);
    this.#repeats = settings.repeats ?? false;
    this.#forgets = settings.forgets ?? 0;
    this.#waiting = new WaitingMessages(
      (report) => this.#answer(report),
      (seconds, work) => this.#life.after(seconds, work),
    );
    this.#connection = new UnitConnection({
      host,
      port,
      speed,
      random,
      bootId,
      secret: unit.secret,
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
    });
    const body: Body = {
      unit,
      life: this.#life,
      pingEverySeconds,
      now: () => this.#connection.now(),
      say: (report) => this.#connection.say(report.type === 'ping' ? { ...report, ...this.#settings.told } : report),
      paired: (name, value) => this.#settings.change(name, value),
      reconnect: () => this.#connection.drop(),
      restart: (afterSeconds) => {
        this.#lose();
        this.#connection.restart(afterSeconds);
      },
    };
    this.#behaviour = unit.model === 'MXD-LTE' ? new VoiceUnit(body) : new WearableUnit(body);
    this.#life.after(dialAfter, () => this.#connection.dial());
    this.#life.nowAndThen(DROPS_EVERY, () => this.#connection.drop());
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

  #answer(report: Omit<ConfigurationReport, 'MessageTime'> | Omit<DownloadReport, 'MessageTime'>): void {
    for (let times = this.#repeats ? 2 : 1; times > 0; times--)
      this.#connection.say({ ...report, MessageTime: this.#connection.now() } as UnitReport);
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
    else this.#life.after(0.1 + 0.4 * this.#life.random.next(), () => this.#execute(command));
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
