import { consoleTopic } from '#core/live/messages.ts';
import type { DisconnectReason } from '#core/unit-messages/session.ts';
import type { Claim } from '#protocol/command-port.ts';
import type { Neighbours } from '../command-port/neighbours.ts';
import { LostCommands } from '../commands/lost-commands.ts';
import type { BridgeConfig } from '../config.ts';
import type { DueCommand, Owner, Ports } from '../ports.ts';
import { Arrivals } from './arrivals.ts';
import type { ConnectedUnit, Handovers } from './connected-unit.ts';
import type { OpenSession } from './open-session.ts';
import type { SequenceWindow } from './sequence-window.ts';
import { Unidentified } from './unidentified.ts';

/** Claims are read in slices of this size. */
const CLAIMS_PER_READ = 100;

/** The connections of this bridge, by unit. The newest connection of a unit counts; an older one that closes later removes only itself. */
export class Sessions {
  readonly #ports: Ports;
  readonly #now: () => number;
  readonly #neighbours: Neighbours;
  readonly #maxConnections: number;
  readonly #handovers: Handovers;
  readonly #byUnit = new Map<string, OpenSession>();
  readonly #unidentified: Unidentified;
  readonly #all = new Set<OpenSession>();
  /** Closed connections whose claims are still being released. */
  readonly #leaving = new Set<Promise<void>>();
  readonly lost: LostCommands;
  readonly arrivals = new Arrivals();

  constructor(config: BridgeConfig, ports: Ports, now: () => number, neighbours: Neighbours, handovers: Handovers) {
    this.#handovers = handovers;
    this.#ports = ports;
    this.#now = now;
    this.#neighbours = neighbours;
    this.#maxConnections = config.maxConnections;
    this.#unidentified = new Unidentified(config.maxUnidentified);
    this.lost = new LostCommands(ports, now, config.resultTimeoutMs);
  }

  get units(): number {
    return this.#byUnit.size;
  }

  get unidentified(): number {
    return this.#unidentified.size;
  }

  get connections(): readonly OpenSession[] {
    return [...this.#all];
  }

  /** Makes a place for one more connection if all are taken. False if all have logged in. */
  hasPlace(): boolean {
    return this.#all.size < this.#maxConnections || this.#unidentified.endOne();
  }

  opened(session: OpenSession, address: string): void {
    this.#all.add(session);
    this.#unidentified.add(session, address);
  }

  get(UnitSerNum: string): OpenSession | undefined {
    return this.#byUnit.get(UnitSerNum);
  }

  /** Which reports of this boot an earlier connection here has stored. */
  storedOf(UnitSerNum: string, bootId: number): SequenceWindow | undefined {
    const unit = this.#byUnit.get(UnitSerNum)?.unit;
    return unit?.bootId === bootId ? unit.stored : undefined;
  }

  /** Tells the bridge that held the unit until now that its connection is dead. */
  takenFrom(owner: Owner, { UnitSerNum, fence }: ConnectedUnit): void {
    this.#neighbours.superseded(owner, { UnitSerNum, fence });
  }

  /**
   * Registers a session that has logged in. Returns the commands that an older connection here leaves behind, or undefined if
   * a newer connection of the unit was faster and this one must end.
   */
  identified(session: OpenSession, { UnitSerNum, fence }: ConnectedUnit): readonly DueCommand[] | undefined {
    this.#unidentified.delete(session);
    const older = this.#byUnit.get(UnitSerNum);
    if (older?.unit && older.unit.fence > fence) return undefined;
    this.#byUnit.set(UnitSerNum, session);
    const left = [...this.lost.unitReconnected(UnitSerNum), ...(older?.closeCommands() ?? [])];
    older?.end('superseded');
    return left;
  }

  /** Ends the unit's connection here: another bridge has a newer one. False if this bridge has none, or a newer one. */
  superseded(UnitSerNum: string, fence: number): boolean {
    this.arrivals.taken(UnitSerNum, fence);
    const session = this.#byUnit.get(UnitSerNum);
    if (!session?.unit || session.unit.fence >= fence) return false;
    session.end('superseded');
    return true;
  }

  /** Removes a session whose connection is closed. */
  closed(session: OpenSession): void {
    this.#all.delete(session);
    this.#unidentified.delete(session);
    const { unit } = session;
    if (!unit) return;
    this.lost.watch(session.closeCommands());
    if (this.#byUnit.get(unit.UnitSerNum) === session) this.#byUnit.delete(unit.UnitSerNum);
    const leaving = this.#leave(session, unit).finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  /** Ends on every connection what has taken too long. */
  sweep(now: number): void {
    for (const session of this.#all) session.sweep(now);
    this.lost.sweep();
  }

  /** The units that this bridge holds. */
  get claims(): readonly Claim[] {
    return [...this.#byUnit.values()].flatMap(({ unit }) =>
      unit ? [{ UnitSerNum: unit.UnitSerNum, fence: unit.fence }] : [],
    );
  }

  /** Reads these claims, and closes the connection of each unit that another bridge has taken. */
  async closeTaken(claims: readonly Claim[]): Promise<void> {
    for (let at = 0; at < claims.length; at += CLAIMS_PER_READ) {
      const slice = claims.slice(at, at + CLAIMS_PER_READ);
      const taken = new Set(await this.#ports.claims.taken(slice));
      for (const { UnitSerNum, fence } of slice) {
        const session = this.#byUnit.get(UnitSerNum);
        if (taken.has(UnitSerNum) && session?.unit?.fence === fence) session.end('superseded');
      }
    }
  }

  /** Resolves when the claims of all closed connections are released. */
  async settled(): Promise<void> {
    while (this.#leaving.size > 0) await Promise.all(this.#leaving);
  }

  async #leave({ endReason }: OpenSession, unit: ConnectedUnit): Promise<void> {
    if (endReason === 'superseded') return;
    const { UnitSerNum, fence } = unit;
    try {
      if (!(await this.#ports.claims.release(UnitSerNum, fence))) return;
    } catch (error) {
      this.#ports.log('warn', 'A claim was not released; its lease will expire', { UnitSerNum, error: String(error) });
    }
    const reason: DisconnectReason = endReason === 'refused' ? 'connection failed' : endReason;
    const at = this.#now();
    this.#ports.publisher.publish(consoleTopic(UnitSerNum), { event: 'UnitDisconnect', UnitSerNum, reason, at });
    try {
      await this.#ports.ingest.put([this.#handovers.disconnect(unit, reason, at)]);
    } catch (error) {
      this.#ports.log('warn', 'A disconnection was not logged', { UnitSerNum, error: String(error) });
    }
  }
}
