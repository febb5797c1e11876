import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { Command, Login } from '#core/unit-messages/session.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { Life } from './life.ts';
import type { Reaction } from './reaction.ts';

/** One unit of a simulated fleet. */
export interface FleetUnit {
  readonly UnitSerNum: string;
  readonly model: UnitModel;
  readonly imei: string;
  readonly firmware: string;
  readonly ICCID?: string;
  /** 0 AT&T, 1 Verizon, 2 Telus. */
  readonly carrier?: number;
  /** What the unit proves its identity with; a unit without one just says who it is. */
  readonly secret?: Uint8Array;
}

/** What a behaviour may do. */
export interface Body {
  readonly unit: FleetUnit;
  readonly life: Life;
  readonly pingEverySeconds: number;
  /** The unit's clock, milliseconds UTC. */
  now(): number;
  /** Says it, now or when there is a connection again. */
  say(report: UnitReport): void;
  /** Closes and starts again after so many seconds of the unit's time. */
  restart(afterSeconds: number): void;
}

/** How a model lives: what it reports by itself, and what it does when it is told to. */
export interface Behaviour {
  /** What changes about the unit's login. */
  login(): Pick<Login, 'FirmVer' | 'ICCID' | 'activeSimSlot' | 'carrier'>;
  /** The bridge serves the unit; `afterStart`: for the first time since it started. */
  served(afterStart: boolean): void;
  command(command: Command): Reaction;
  /** A person has acted upon what it reported. */
  handled(): void;
}
