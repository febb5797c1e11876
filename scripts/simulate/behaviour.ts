import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { Command, Login, Update } from '#core/unit-messages/session.ts';
import type { Values } from '#core/unit-messages/values.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { Life } from './life.ts';
import type { Reaction } from './reaction.ts';

/** One unit of a simulated fleet. */
export interface FleetUnit {
  readonly UnitSerNum: string;
  readonly model: UnitModel;
  readonly imei: string;
  /** The version that it comes with. */
  readonly firmware: string;
  readonly ICCID?: string;
  /** 0 AT&T, 1 Verizon, 2 Telus. */
  readonly carrier?: number;
  /** The SIMs of an MXD-LTE, by slot. It starts with the one of `ICCID`. */
  readonly sims?: readonly { readonly ICCID: string; readonly carrier: number }[];
  /** Proves the unit's identity; a unit without one only states it. */
  readonly secret?: Uint8Array;
}

/** What a behaviour can use. */
export interface Body {
  readonly unit: FleetUnit;
  /** The version that runs. */
  readonly firmware: () => string;
  readonly life: Life;
  readonly pingEverySeconds: number;
  /** The unit's clock, milliseconds UTC. */
  now(): number;
  /** Sends a report now, or when there is a connection again. */
  say(report: UnitReport): void;
  /** Disconnects and starts again after this many seconds of the unit's time. */
  restart(afterSeconds: number): void;
  /** Loses its connection and dials again. */
  reconnect(): void;
  /** An accessory was paired at the unit in a place that its configuration may name too. */
  paired(name: string, value: string): void;
}

/** The behaviour of a model: what it reports by itself, and how it reacts to commands. */
export interface Behaviour {
  /** The fields of the login that can change. */
  login(): Pick<Login, 'FirmVer' | 'ICCID' | 'activeSimSlot' | 'carrier'>;
  /** The bridge serves the unit; `afterStart`: for the first time since it started. */
  served(afterStart: boolean): void;
  /** Somebody speaks over it: it does not restart by itself. */
  readonly isInCall: boolean;
  command(command: Command): Reaction;
  /** A person has handled its report. */
  handled(): void;
  /** It does what a message says that has no file. */
  told(message: Update): void;
  /** Its battery is nearly empty. */
  runLow(): void;
  /** It finds the network of another carrier. */
  roam(): void;
  /** It has applied a configuration. */
  configured(settings: Values): void;
}
