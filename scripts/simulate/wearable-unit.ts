import { CHIME_SECONDS } from '#core/consoles/commands.ts';
import { isFreshFix } from '#core/consoles/locations.ts';
import type { PingReason } from '#core/unit-messages/common-reports.ts';
import type { Command, Update } from '#core/unit-messages/session.ts';
import type { AccessPoint } from '#core/unit-messages/values.ts';
import { OPERATIONS, type Operation } from '#core/unit-messages/wearable-reports.ts';
import type { Place } from '#local/location/places.ts';
import { Battery } from './battery.ts';
import type { Behaviour, Body } from './behaviour.ts';
import { EVENT_CODES } from './event-codes.ts';
import { done, numberIn, type Reaction, unknownCommand, wrongArgument } from './reaction.ts';
import { aHome, anotherCarrier, cellsAt, heardAt, near } from './surroundings.ts';

const HOUR = 3_600;
const SOMETHING_EVERY = 4 * HOUR;
const REBOOT_SECONDS = 15;

interface FixFields {
  readonly locationType: 'GPS' | 'OldGPS';
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyMeters: number;
  readonly gpsTimeStamp: number;
}

/** Simulates a myConnect or myConnect Air: worn, and charged now and then. */
export class WearableUnit implements Behaviour {
  /** It has no telephone. */
  readonly isInCall = false;
  readonly #body: Body;
  readonly #battery: Battery;
  readonly #home: Place;
  /** What it has recorded as the Wi-Fi of its home. */
  #homeWifi: readonly AccessPoint[];
  /** Undefined for the home that it has had from the start. */
  #homeRecordedAt: number | undefined;
  #carrier: number | undefined;
  #bars: number;
  #stepsToday: number;
  #synced: boolean;
  #fix: { latitude: number; longitude: number; at: number };

  constructor(body: Body) {
    this.#body = body;
    const { random } = body.life;
    this.#carrier = body.unit.carrier;
    this.#home = aHome(random);
    this.#homeWifi = heardAt(this.#home, random);
    this.#battery = new Battery(random, { charging: random.chance(0.2), drain: 3.5, charge: 40 });
    this.#bars = random.between(2, 5);
    this.#stepsToday = random.between(0, 4_000);
    this.#synced = !random.chance(0.15);
    this.#fix = { ...near(this.#home, random), at: body.now() - random.between(5, 300) * 60_000 };
    body.life.regularly(body.pingEverySeconds, () => this.#ping('Scheduled'));
    body.life.regularly(HOUR, () => this.#hourEnds());
    body.life.nowAndThen(SOMETHING_EVERY, () => this.#somethingHappens());
  }

  login() {
    const { ICCID } = this.#body.unit;
    return {
      FirmVer: this.#body.firmware(),
      ...(ICCID !== undefined && { ICCID }),
      ...(this.#carrier !== undefined && { carrier: this.#carrier }),
    };
  }

  served(afterStart: boolean): void {
    if (!afterStart) return;
    this.#lifecycle('Power On');
    this.#ping('Power On');
    this.#describeHub();
  }

  handled(): void {}
  configured(): void {}

  runLow(): void {
    this.#battery.runLow(this.#body.life.age);
    this.#ping('Low Battery');
  }

  /** Its only SIM stays. */
  roam(): void {
    this.#carrier = anotherCarrier(this.#carrier, this.#body.life.random);
    this.#body.reconnect();
  }

  told({ MessageType, content }: Update): void {
    if (MessageType !== 'HOMEWIFIC') return;
    const before = Date.parse(String(content.before));
    const isOfNextWearer = this.#homeRecordedAt !== undefined && this.#homeRecordedAt > before;
    if (!isOfNextWearer) this.#operate(MessageType);
  }

  command({ commandId, command, arguments: given }: Command): Reaction {
    switch (command) {
      case 'StayAlive':
        return done();
      case 'forcePing':
        this.#ping('Forced');
        return done();
      case 'VoiceCmd Query':
        this.#info();
        return done();
      case 'SyncChanges':
        this.#body.life.after(2, () => this.#sync());
        return done();
      case 'RTO':
        this.#locate(commandId);
        return done({ waitSeconds: 300 });
      case 'CHIME':
        return this.#chime(commandId, numberIn(given, 'seconds', CHIME_SECONDS.shortest, CHIME_SECONDS.longest));
      case 'reboot':
        return { outcome: 'done', afterwards: () => this.#reboot() };
      case 'SHIPMODE':
        return { outcome: 'done', afterwards: () => this.#shutDown() };
      default:
        return this.#operate(command, commandId);
    }
  }

  #ping(pingReason: PingReason): void {
    const { random, age } = this.#body.life;
    this.#bars = Math.min(5, Math.max(1, this.#bars + random.pick([-1, 0, 0, 1])));
    const [cell] = cellsAt(this.#home, random);
    this.#body.say({
      type: 'ping',
      MessageTime: this.#body.now(),
      pingReason,
      lowPower: this.#battery.isLow(age),
      acPower: this.#battery.charging ? 1 : 0,
      stepsToday: this.#stepsToday,
      chargedPercent: this.#battery.percent(age),
      bars: this.#bars,
      lte: true,
      signalDbm: -115 + 10 * this.#bars,
      batteryMillivolts: this.#battery.millivolts(age),
      FirmVer: this.#body.firmware(),
      ...(cell && { cell }),
    });
  }

  #info(): void {
    this.#body.say({
      type: 'info',
      MessageTime: this.#body.now(),
      FirmVer: this.#body.firmware(),
      chargedPercent: this.#battery.percent(this.#body.life.age),
      acPower: this.#battery.charging ? 1 : 0,
      bars: this.#bars,
      synced: this.#synced,
      stepsToday: this.#stepsToday,
    });
  }

  /** A myConnect Air speaks to the network alone. */
  #describeHub(): void {
    const { model, UnitSerNum, firmware } = this.#body.unit;
    if (model !== 'myConnect') return;
    const last = [...UnitSerNum].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0x10000, 0);
    const digits = last.toString(16).padStart(4, '0').toUpperCase();
    this.#body.say({
      type: 'hub',
      MessageTime: this.#body.now(),
      myHubStatus: 'Connected',
      myHubMACAddress: `F4:92:BF:00:${digits.slice(0, 2)}:${digits.slice(2)}`,
      myHubDevType: 'myHub',
      myHubFirmVer: firmware,
    });
  }

  #sync(): void {
    this.#synced = true;
    this.#info();
    this.#ping('Sync');
  }

  #lifecycle(kind: 'Power On' | 'Charge Start' | 'Charge Stop' | 'Reboot' | 'Shutdown', afterSeconds?: number): void {
    const MessageTime = this.#body.now();
    this.#body.say({ type: 'lifecycle', MessageTime, kind, ...(afterSeconds !== undefined && { afterSeconds }) });
  }

  /** At night nobody walks; the hour is that of the server's clock. */
  #hourEnds(): void {
    const { random } = this.#body.life;
    const hour = new Date(this.#body.now()).getUTCHours();
    if (hour < 1) this.#stepsToday = 0;
    const steps = this.#battery.charging || (hour > 3 && hour < 11) ? 0 : random.between(0, 900);
    this.#stepsToday += steps;
    this.#body.say({
      type: 'activity',
      MessageTime: this.#body.now(),
      periodStart: this.#body.now() - 3_600_000,
      periodMinutes: 60,
      steps,
      activeMinutes: Math.ceil(steps / 80),
    });
  }

  #somethingHappens(): void {
    const { random } = this.#body.life;
    random.pick([
      () => this.#charge(),
      () => this.#charge(),
      () => this.#update(),
      () => this.#update(),
      () => this.#helpButton(),
    ])();
  }

  #charge(): void {
    const { life } = this.#body;
    this.#battery.percent(life.age);
    this.#battery.charging = !this.#battery.charging;
    this.#lifecycle(this.#battery.charging ? 'Charge Start' : 'Charge Stop');
    if (this.#battery.charging)
      life.after(life.random.between(60, 150) * 60, () => this.#battery.charging && this.#charge());
  }

  /** Reports its location: at home by its access points, elsewhere by Wi-Fi or satellite. */
  #update(): void {
    const { random } = this.#body.life;
    const MessageTime = this.#body.now();
    const common = { type: 'location', MessageTime, reportType: 'Update', cells: cellsAt(this.#home, random) } as const;
    const accessPoints = heardAt(this.#home, random);
    const how = random.pick(['Home Wi-Fi', 'Home Wi-Fi', 'Wi-Fi', 'GPS'] as const);
    if (how === 'GPS') this.#body.say({ ...common, accessPoints: [], ...this.#newFix() });
    else this.#body.say({ ...common, accessPoints, locationType: how });
  }

  #newFix(): FixFields {
    const { random } = this.#body.life;
    this.#fix = { ...near(this.#home, random), at: this.#body.now() };
    return this.#fixFields();
  }

  #fixFields(): FixFields {
    const { latitude, longitude, at } = this.#fix;
    const locationType = isFreshFix(at, this.#body.now()) ? ('GPS' as const) : ('OldGPS' as const);
    const accuracyMeters = this.#body.life.random.between(4, 25);
    return { locationType, latitude, longitude, accuracyMeters, gpsTimeStamp: at };
  }

  /** Reports an old fix at once and a new one later. Sometimes no new one comes, as indoors. */
  #locate(commandId: string): void {
    const { life } = this.#body;
    const tell = (fix: FixFields) =>
      this.#body.say({
        type: 'location',
        MessageTime: this.#body.now(),
        reportType: 'Real Time',
        commandId,
        accessPoints: [],
        cells: [],
        ...fix,
      });
    if (!isFreshFix(this.#fix.at, this.#body.now())) life.after(1, () => tell(this.#fixFields()));
    if (life.random.chance(0.95)) life.after(life.random.between(15, 60), () => tell(this.#newFix()));
  }

  #helpButton(): void {
    const { life } = this.#body;
    const EventCode = EVENT_CODES.helpButton;
    const { latitude, longitude, accuracyMeters, locationType, gpsTimeStamp } = this.#newFix();
    const MessageTime = this.#body.now();
    this.#body.say({
      type: 'event',
      MessageTime,
      EventCode,
      awaitsHandling: true,
      latitude,
      longitude,
      accuracyMeters,
    });
    this.#ping('Event');
    this.#body.say({
      type: 'location',
      MessageTime,
      reportType: 'Event',
      locationType,
      latitude,
      longitude,
      accuracyMeters,
      gpsTimeStamp,
      accessPoints: [],
      cells: [],
    });
    life.after(life.random.between(60, 240), () =>
      this.#body.say({ type: 'event', MessageTime: this.#body.now(), EventCode, restored: true }),
    );
  }

  #chime(commandId: string, seconds: number | undefined): Reaction {
    if (seconds === undefined) return wrongArgument('seconds must be 20 to 240');
    const MessageTime = this.#body.now();
    this.#body.say({ type: 'operation', MessageTime, operation: 'CHIME', commandId, seconds, accessPoints: [] });
    return done({ seconds });
  }

  /** Runs the other operations: home access points, call back, vibration. */
  #operate(command: string, commandId?: string): Reaction {
    const operation = OPERATIONS.find((one): one is Operation => one === command);
    if (!operation) return unknownCommand;
    if (operation === 'HOMEWIFIC') this.#homeWifi = [];
    if (operation === 'HOMEWIFIRQ') {
      this.#homeWifi = heardAt(this.#home, this.#body.life.random);
      this.#homeRecordedAt = this.#body.now();
    }
    const accessPoints = operation.startsWith('HOMEWIFI') ? this.#homeWifi : [];
    const MessageTime = this.#body.now();
    const given = commandId !== undefined && { commandId };
    this.#body.say({ type: 'operation', MessageTime, operation, ...given, accessPoints });
    return done();
  }

  #reboot(): void {
    this.#lifecycle('Reboot', REBOOT_SECONDS);
    this.#body.restart(REBOOT_SECONDS);
  }

  /** Stays off until it is charged. */
  #shutDown(): void {
    this.#lifecycle('Shutdown');
    this.#body.restart(12 * HOUR);
  }
}
