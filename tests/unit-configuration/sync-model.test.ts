import { describe, expect, it } from 'vitest';
import {
  isAfter,
  latestTold,
  type Position,
  type Reported,
  type ReportedPart,
  reportedOf,
  type Told,
  unitSyncState,
} from '#core/unit-configuration/reported.ts';
import { lacksConfiguration } from '#core/unit-configuration/sync-queue.ts';
import type { Configuration } from '#core/unit-messages/session.ts';
import type { Value, Values } from '#core/unit-messages/values.ts';
import { configurationFrames } from '#protocol/configuration-parts.ts';
import { UnitSettings } from '#scripts/simulate/unit-settings.ts';
import { between, oneOf, seeded } from '../protocol/random.ts';

const RUNS = process.env.TEST_DEPTH === 'deep' ? 3_000 : 150;
const STEPS = 120;
/** Long enough for three parts. */
const NAMES = Array.from({ length: 30 }, (_, index) => `Setting${index}WithAQuiteLongNameThatFillsTheFrame`);
const TOO_MUCH = 9;

const refuses = (_name: string, value: Value) => (value === TOO_MUCH ? 'Out of my range' : undefined);

/** What a message carried, and what the unit had set when it sent it. */
type Sent = { at: Position; had: Values } & (
  | { kind: 'told'; told: Told; isPing: boolean }
  | { kind: 'part'; part: ReportedPart }
);

/** A portal, a bridge and a unit, with everything between them that can be lost, late, doubled or out of order. */
class World {
  readonly random: () => number;
  readonly unit = new UnitSettings({ refuses });
  // The portal
  desired: Values = {};
  revision = 0;
  resendFrom = 0;
  marks: { configRevision?: number; configDigest?: number } = {};
  parts = new Map<number, ReportedPart>();
  pingTold: Told | undefined;
  loginTold: Told | undefined;
  newest: Sent | undefined;
  // Between them
  toPortal: Sent[] = [];
  /** Sync orders that a bridge has not carried out. */
  orders = 0;
  toUnit: Configuration[] = [];
  // The unit's counts
  position: Position = { fence: 1, bootId: 1, sequence: 0 };
  /** Reports without an acknowledgement. A unit sends them again in the next connection of its boot. */
  unacknowledged: Sent[] = [];

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  get state() {
    const { revision, resendFrom, desired, pingTold, loginTold } = this;
    return unitSyncState({
      revision,
      resendFrom,
      desired,
      reported: this.reported,
      told: latestTold(pingTold, loginTold),
    });
  }

  get reported(): Reported | undefined {
    return reportedOf([...this.parts.values()]);
  }

  save() {
    const changed = Array.from({ length: between(this.random, 1, 4) }, () => oneOf(this.random, NAMES));
    this.desired = {
      ...this.desired,
      ...Object.fromEntries(changed.map((name) => [name, oneOf(this.random, [1, 2, 3, TOO_MUCH, 'text', true])])),
    };
    this.#next();
  }

  markDirty() {
    if (this.revision === 0) return;
    this.#next();
    this.resendFrom = this.revision;
  }

  #next() {
    this.revision += 1;
    this.marks = { configRevision: this.revision };
  }

  #send(
    content: (
      at: Position,
    ) =>
      | Pick<Extract<Sent, { kind: 'told' }>, 'kind' | 'told' | 'isPing'>
      | Pick<Extract<Sent, { kind: 'part' }>, 'kind' | 'part'>,
  ) {
    this.position = { ...this.position, sequence: this.position.sequence + 1 };
    const sent = { ...content(this.position), at: this.position, had: this.unit.settings } as Sent;
    this.unacknowledged.push(sent);
    this.toPortal.push(sent);
  }

  tell(isPing: boolean) {
    const { configurationRevision: revision, configurationDigest: digest } = this.unit.told;
    this.#send((at) => ({ kind: 'told', isPing, told: { ...at, revision, digest } }));
  }

  /** A new connection, here or at another bridge: what was under way to the unit is lost. */
  connect() {
    this.toUnit = [];
    this.orders = 0;
    this.toPortal = this.toPortal.filter((sent) => !this.unacknowledged.includes(sent) || this.random() < 0.7);
    this.unit.connected();
    this.position = { ...this.position, fence: this.position.fence + 1 };
    this.tell(false);
    const again = this.unacknowledged.splice(0);
    for (const sent of again.slice(0, -1)) this.#again(sent);
    this.unacknowledged.push(again.at(-1)!);
  }

  /** The same report in a newer connection. */
  #again(sent: Sent) {
    const at = { ...sent.at, fence: this.position.fence };
    const repeated = {
      ...sent,
      at,
      ...('told' in sent ? { told: { ...sent.told, ...at } } : { part: { ...sent.part, ...at } }),
    };
    this.unacknowledged.push(repeated as Sent);
    this.toPortal.push(repeated as Sent);
  }

  restart(forgets: 'nothing' | 'some' | 'all') {
    // What had not reached the bridge is lost for ever.
    this.toPortal = this.toPortal.filter((sent) => !this.unacknowledged.includes(sent) || this.random() < 0.5);
    this.unacknowledged = [];
    if (forgets === 'all') this.unit.forget();
    if (forgets === 'some') this.unit.forget(Object.keys(this.unit.settings).filter(() => this.random() < 0.3));
    this.position = { ...this.position, bootId: this.position.bootId + 1, sequence: 0 };
    this.connect();
    this.tell(true);
  }

  /** The consumer takes a message: the next, or any. It can come again. */
  process(at = between(this.random, 0, this.toPortal.length - 1), isRepeated = this.random() < 0.2) {
    const sent = this.toPortal[at];
    if (!sent) return;
    if (!isRepeated) this.toPortal.splice(at, 1);
    this.unacknowledged = this.unacknowledged.filter((one) => one !== sent);
    if (!this.newest || isAfter(sent.at, this.newest.at)) this.newest = sent;
    if (sent.kind === 'part') {
      const stored = this.parts.get(sent.part.part);
      if (!stored || isAfter(sent.part, stored)) this.parts.set(sent.part.part, sent.part);
      const whole = this.reported;
      if (whole && whole.revision === this.marks.configRevision && whole.revision === sent.part.revision)
        this.marks = { ...this.marks, configDigest: whole.digest };
      return;
    }
    const known = sent.isPing ? this.pingTold : this.loginTold;
    if (!known || isAfter(sent.told, known)) {
      if (sent.isPing) this.pingTold = sent.told;
      else this.loginTold = sent.told;
    }
    if (sent.isPing && lacksConfiguration(this.marks, sent.told)) this.orders += 1;
  }

  /** The bridge reads the configuration as it is at this moment and sends it. */
  bridgeSends() {
    if (this.orders === 0) return;
    this.orders -= 1;
    this.toUnit.push(...configurationFrames({ revision: this.revision, settings: this.desired }));
  }

  deliver(at = between(this.random, 0, this.toUnit.length - 1), isRepeated = this.random() < 0.2) {
    const part = this.toUnit[at];
    if (!part) return;
    if (!isRepeated) this.toUnit.splice(at, 1);
    const reports = this.unit.take(part) ?? [];
    for (const report of reports) {
      this.#send((position) => ({ kind: 'part', part: { ...report, ...position, at: '' } as ReportedPart }));
    }
  }

  /** From now on nothing is lost. */
  settle() {
    this.connect();
    for (let rounds = 0; rounds < 6; rounds++) {
      this.tell(true);
      while (this.toPortal.length > 0 || this.orders > 0 || this.toUnit.length > 0) {
        while (this.toPortal.length > 0) this.process(0, false);
        this.bridgeSends();
        while (this.toUnit.length > 0) this.deliver(0, false);
      }
    }
  }

  /** What the newest message that the portal knows proves. */
  check(what: string) {
    if (this.state !== 'in sync') return;
    expect(this.newest?.had, `${what}: the unit had not what the portal says`).toEqual(this.desired);
  }
}

describe('saved configurations', () => {
  it.each(Array.from({ length: RUNS }, (_, seed) => seed + 1))(
    'reach the unit whatever is lost, late, doubled or out of order, and the portal says so only afterwards (seed %i)',
    (seed) => {
      const world = new World(seed);
      for (let step = 0; step < STEPS; step++) {
        const work = oneOf(world.random, [
          () => world.save(),
          () => world.tell(true),
          () => world.tell(true),
          () => world.process(),
          () => world.process(),
          () => world.process(),
          () => world.bridgeSends(),
          () => world.bridgeSends(),
          () => world.deliver(),
          () => world.deliver(),
          () => world.deliver(),
          () => world.deliver(0, false),
          () =>
            oneOf(world.random, [
              () => world.connect(),
              () => world.markDirty(),
              () => world.restart(oneOf(world.random, ['nothing', 'some', 'all'] as const)),
            ])(),
        ]);
        work();
        world.check(`step ${step}`);
      }
      if (world.revision === 0 || world.random() < 0.3) world.save();
      if (world.random() < 0.5) world.restart('some');
      world.settle();
      world.check('the end');
      const refused = Object.keys(world.desired).filter((name) => world.desired[name] === TOO_MUCH);
      expect(world.unit.revision).toBe(world.revision);
      for (const [name, value] of Object.entries(world.desired)) {
        if (refused.includes(name)) expect(world.unit.settings[name]).not.toBe(TOO_MUCH);
        else expect(world.unit.settings[name]).toBe(value);
      }
      expect(world.state).toBe(refused.length > 0 ? 'refused' : 'in sync');
      // Nothing is sent once more when everything is said.
      expect(world.orders).toBe(0);
    },
  );

  it('are reported again if the report was lost with the power, also when nothing but the revision is new', () => {
    const world = new World(1);
    world.save();
    world.settle();
    world.markDirty();
    world.tell(true);
    world.process(0, false);
    world.bridgeSends();
    while (world.toUnit.length > 0) world.deliver(0, false);
    expect(world.unit.revision).toBe(world.revision);
    // The unit has applied it, and its report is gone.
    world.toPortal = [];
    world.restart('nothing');
    expect(world.state).toBe('waiting');
    world.settle();
    expect(['in sync', 'refused']).toContain(world.state);
  });
});
