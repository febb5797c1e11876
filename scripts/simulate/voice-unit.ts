import type { PingReason } from '#core/unit-messages/common-reports.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { Command } from '#core/unit-messages/session.ts';
import type { Values } from '#core/unit-messages/values.ts';
import type { Place } from '#local/location/places.ts';
import { Accessories, type Accessory, settingOf } from './accessories.ts';
import { Battery } from './battery.ts';
import type { Behaviour, Body } from './behaviour.ts';
import { EVENT_CODES } from './event-codes.ts';
import { done, IN_CALL, numberIn, type Reaction, unknownCommand, wrongArgument } from './reaction.ts';
import { aHome, anotherCarrier, cellsAt } from './surroundings.ts';
import { VoiceConsole } from './voice-console.ts';

const HOUR = 3_600;
/** The average time between two incidents, in seconds of the unit's time. */
const SOMETHING_EVERY = 5 * HOUR;
const HELP_NUMBER = '18005550100';
const REBOOT_SECONDS = 20;
const COUNTED = ['tagFile', 'recoveryCycle', 'cellLossCount', 'cellLossEvents', 'failedOutboundCalls', 'ppoe'] as const;

/** Simulates an MXD-LTE: plugged in at home, with one to four accessories. */
export class VoiceUnit implements Behaviour {
  readonly #body: Body;
  readonly #battery: Battery;
  readonly #console: VoiceConsole;
  readonly #home: Place;
  readonly #accessories = new Accessories();
  #callsForHelp = false;
  #carrier: number;
  #bars: number;
  readonly #lte: boolean;

  constructor(body: Body) {
    this.#body = body;
    const { random } = body.life;
    this.#home = aHome(random);
    this.#battery = new Battery(random, { charging: random.chance(0.95), drain: 2.5, charge: 20 });
    this.#carrier = body.unit.carrier ?? random.pick([0, 1]);
    this.#bars = random.between(1, 5);
    this.#lte = random.chance(0.97);
    for (let zone = 1; zone <= random.between(1, 4); zone++) this.#accessories.pair(this.#anAccessory(zone));
    this.#console = new VoiceConsole(body, {
      readings: () => ({ bars: this.#bars, chargedPercent: this.#percent, acPower: this.#battery.charging }),
      paired: (zone) => this.#pair(zone),
      callsForHelp: () => this.#callsForHelp,
      calling: (phoneNumber) => this.#reportStartOfCall(phoneNumber),
      called: (phoneNumber, startedAt) => this.#reportCall(phoneNumber, startedAt, 'hung up'),
      register: (carrier) => this.#register(carrier ?? this.#carrier),
    });
    body.life.regularly(body.pingEverySeconds, () => this.#ping('Scheduled'));
    body.life.nowAndThen(SOMETHING_EVERY, () => this.#somethingHappens());
  }

  login() {
    const { sims = [], ICCID: only } = this.#body.unit;
    const ICCID = sims[this.#simSlot]?.ICCID ?? only;
    return {
      ...{ FirmVer: this.#body.firmware(), activeSimSlot: this.#simSlot, carrier: this.#carrier },
      ...(ICCID !== undefined && { ICCID }),
    };
  }

  get #simSlot(): number {
    const { sims = [] } = this.#body.unit;
    return Math.max(
      0,
      sims.findIndex(({ carrier }) => carrier === this.#carrier),
    );
  }

  served(afterStart: boolean): void {
    if (!afterStart) return;
    this.#console.reset();
    this.#callsForHelp = false;
    this.#say({ type: 'lifecycle', MessageTime: this.#body.now(), kind: 'Power On' });
    this.#ping('Power On');
  }

  handled(): void {}
  told(): void {}

  /** Uses the SIM of the carrier from its next connection on, which begins a moment later. False if it has no such SIM. */
  #register(carrier: number): boolean {
    const { sims = [] } = this.#body.unit;
    if (sims.length > 0 && !sims.some((one) => one.carrier === carrier)) return false;
    if (carrier === this.#carrier) return true;
    this.#carrier = carrier;
    if (sims.length > 0) this.#body.life.after(12, () => this.#body.reconnect());
    return true;
  }

  runLow(): void {
    this.#battery.runLow(this.#body.life.age);
    this.#ping('Low Battery');
  }

  roam(): void {
    this.#carrier = anotherCarrier(this.#carrier, this.#body.life.random);
    this.#body.reconnect();
  }

  configured(settings: Values): void {
    for (const change of this.#accessories.configure(settings))
      this.#say({ type: 'rf', MessageTime: this.#body.now(), ...change });
  }

  get isInCall(): boolean {
    return this.#console.isInCall;
  }

  command(command: Command): Reaction {
    switch (command.command) {
      case 'Reboot':
        if (this.isInCall) return IN_CALL;
        return { outcome: 'done', afterwards: () => this.#reboot('command') };
      case 'MakeEvent':
        return this.#makeEvent(command);
      case 'forcePing':
        this.#ping('Forced');
        return done();
      default:
        return this.#console.command(command) ?? unknownCommand;
    }
  }

  get #percent(): number {
    return this.#battery.percent(this.#body.life.age);
  }

  #say(report: UnitReport): void {
    this.#body.say(report);
  }

  #anAccessory(zone: number): Accessory {
    const { random } = this.#body.life;
    return {
      zone,
      SerialNumber: `P${random.digits(5)}`,
      RFCode: random.between(4096, 65535).toString(16).toUpperCase(),
    };
  }

  #ping(pingReason: PingReason): void {
    const { random, age } = this.#body.life;
    this.#bars = Math.min(5, Math.max(0, this.#bars + random.pick([-1, 0, 0, 0, 1])));
    const [cell] = cellsAt(this.#home, random);
    this.#say({
      type: 'ping',
      MessageTime: this.#body.now(),
      pingReason,
      lowpower: this.#battery.isLow(age),
      acPower: this.#battery.charging,
      switchPosition: 'On',
      bars: this.#bars,
      lte: this.#lte,
      chargedPercent: this.#percent,
      signalDbm: -115 + 10 * this.#bars + random.between(-3, 3),
      batteryMillivolts: this.#battery.millivolts(age),
      activeSimSlot: this.#simSlot,
      carrier: this.#carrier,
      FirmVer: this.#body.firmware(),
      ...(cell && { cell }),
    });
  }

  #somethingHappens(): void {
    const { random } = this.#body.life;
    const happenings: [weight: number, work: () => void][] = [
      [2, () => this.#helpButton()],
      [2, () => this.#powerCut()],
      [2, () => this.#test()],
      [1, () => this.#accessoryTrouble()],
      [1, () => this.#countErrors()],
    ];
    const [, work] = random.pick(happenings.flatMap((one) => Array.from({ length: one[0] }, () => one)));
    work();
  }

  /** A press of the help button, from the event to its end. */
  #helpButton(): void {
    const { life } = this.#body;
    const { random } = life;
    const where = this.#aZone();
    const EventCode = EVENT_CODES.helpButton;
    this.#say({ type: 'event', MessageTime: this.#body.now(), EventCode, ...where, awaitsHandling: true });
    this.#callsForHelp = true;
    const startedAt = this.#body.now();
    this.#reportStartOfCall(HELP_NUMBER);
    this.#console.callChanged();
    life.after(random.between(40, 200), () => {
      this.#callsForHelp = false;
      this.#reportCall(HELP_NUMBER, startedAt, random.chance(0.92) ? 'answered' : 'no answer');
      this.#console.callChanged();
      this.#say({ type: 'event', MessageTime: this.#body.now(), EventCode, ...where, restored: true });
      this.#ping('Event');
    });
  }

  #powerCut(): void {
    if (!this.#battery.charging) {
      this.#powerBack();
      return;
    }
    this.#battery.percent(this.#body.life.age);
    this.#battery.charging = false;
    this.#say({ type: 'event', MessageTime: this.#body.now(), EventCode: EVENT_CODES.powerLost });
    this.#ping('AC Lost');
    this.#body.life.after(this.#body.life.random.between(10, 240) * 60, () => this.#powerBack());
  }

  #powerBack(): void {
    if (this.#battery.charging) return;
    this.#battery.percent(this.#body.life.age);
    this.#battery.charging = true;
    this.#say({ type: 'event', MessageTime: this.#body.now(), EventCode: EVENT_CODES.powerLost, restored: true });
    this.#ping('AC Restored');
  }

  #test(): void {
    const { random } = this.#body.life;
    const kind = random.pick(['data', 'voice', 'help button'] as const);
    const passed = random.chance(0.93);
    const where = kind === 'help button' ? this.#aZone() : {};
    this.#say({ type: 'test', MessageTime: this.#body.now(), kind, passed, ...where });
    this.#say({ type: 'event', MessageTime: this.#body.now(), EventCode: EVENT_CODES.periodicTest, test: true });
  }

  /** The zone of one of its accessories. None: the button of the unit itself. */
  #aZone(): { zone?: number } {
    const { all } = this.#accessories;
    return all.length === 0 ? {} : { zone: this.#body.life.random.pick(all).zone };
  }

  #accessoryTrouble(): void {
    const { random } = this.#body.life;
    if (this.#accessories.all.length === 0) return;
    const accessory = random.pick(this.#accessories.all);
    const MessageTime = this.#body.now();
    const { zone } = accessory;
    if (random.chance(0.5)) {
      this.#say({
        type: 'rf',
        MessageTime,
        ...accessory,
        state: 'heard',
        batteryLow: true,
        signalDbm: -random.between(60, 90),
      });
      this.#say({ type: 'event', MessageTime, EventCode: EVENT_CODES.accessoryBatteryLow, zone });
    } else {
      this.#say({ type: 'rf', MessageTime, ...accessory, state: 'missing' });
      this.#say({ type: 'test', MessageTime, kind: 'supervised', passed: false, zone, text: 'Not heard for 26 hours' });
      this.#say({ type: 'event', MessageTime, EventCode: EVENT_CODES.accessoryMissing, zone });
    }
  }

  #countErrors(): void {
    const { random } = this.#body.life;
    const name = random.pick(COUNTED);
    this.#say({ type: 'counters', MessageTime: this.#body.now(), counters: [{ name, value: random.between(1, 9) }] });
  }

  #pair(zone: number): void {
    const accessory = this.#anAccessory(zone);
    this.#accessories.pair(accessory);
    const { name, value } = settingOf(accessory);
    this.#body.paired(name, value);
    this.#say({ type: 'rf', MessageTime: this.#body.now(), ...accessory, state: 'added' });
  }

  #makeEvent({ arguments: given }: Command): Reaction {
    const EventCode = numberIn(given, 'EventCode', 0, 65_535);
    if (EventCode === undefined) return wrongArgument('EventCode must be 0 to 65535');
    const zone = numberIn(given, 'zone', 1, 255);
    this.#say({
      type: 'event',
      MessageTime: this.#body.now(),
      EventCode,
      ...(zone !== undefined && { zone }),
      test: true,
    });
    return done({ EventCode });
  }

  #reportStartOfCall(phoneNumber: string): void {
    this.#say({ type: 'callStarted', MessageTime: this.#body.now(), direction: 'outgoing', phoneNumber });
  }

  #reportCall(phoneNumber: string, startedAt: number, outcome: 'answered' | 'no answer' | 'hung up'): void {
    const MessageTime = this.#body.now();
    this.#say({
      type: 'call',
      MessageTime,
      direction: 'outgoing',
      outcome,
      startedAt,
      durationSeconds: Math.max(0, Math.round((MessageTime - startedAt) / 1000)),
      phoneNumber,
      attempts: outcome === 'no answer' ? 3 : 1,
      bars: this.#bars,
      lte: this.#lte,
    });
  }

  #reboot(reason: string): void {
    this.#say({
      type: 'lifecycle',
      MessageTime: this.#body.now(),
      kind: 'Reboot',
      reason,
      afterSeconds: REBOOT_SECONDS,
    });
    this.#body.restart(REBOOT_SECONDS);
  }
}
