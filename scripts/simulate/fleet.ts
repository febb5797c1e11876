import type { KeyObject } from 'node:crypto';
import { seededRandom } from '#scripts/seed/random.ts';
import type { FleetUnit } from './behaviour.ts';
import type { UnitFault } from './faults.ts';
import type { KeptVersions } from './kept-versions.ts';
import { SimulatedUnit } from './unit.ts';
import type { SettingsBehaviour } from './unit-settings.ts';

export type { FleetUnit } from './behaviour.ts';

export interface FleetOptions {
  readonly units: readonly FleetUnit[];
  readonly host: string;
  readonly port: number;
  /** The seed of the fleet: the same seed gives the same fleet. */
  readonly seed?: number;
  /** The factor by which units are faster than real time; heartbeats use the server's seconds. */
  readonly speed?: number;
  /** The ping interval of a unit, in seconds of its time. */
  readonly pingEverySeconds?: number;
  /** The first connections are spread over this many seconds of the units' time. */
  readonly dialOverSeconds?: number;
  /** The public keys whose firmware the units take. */
  readonly firmwareKeys?: readonly KeyObject[];
  /** The versions that units have taken in earlier runs. Absent: each unit starts with the version that it comes with. */
  readonly versions?: KeptVersions;
  /** How the units treat settings. */
  readonly settings?: SettingsBehaviour;
  /** The version with which the units fail their test calls. */
  readonly failsTestCallsWith?: string | undefined;
  /** What goes wrong with the units. */
  readonly faults?: readonly UnitFault[] | undefined;
}

export interface Fleet {
  /** The number of units, of connected units, and of reports without an acknowledgement. */
  readonly state: { readonly units: number; readonly served: number; readonly unacknowledged: number };
  close(): void;
}

/** A quarter of an hour: more often than a real unit's tariff would allow. */
const PING_EVERY_SECONDS = 900;

/** Runs the units until {@link Fleet.close}. */
export function startFleet({
  units,
  host,
  port,
  seed = 1,
  speed = 1,
  pingEverySeconds = PING_EVERY_SECONDS,
  dialOverSeconds = Math.min(60, units.length / 50),
  firmwareKeys = [],
  versions,
  settings,
  failsTestCallsWith,
  faults,
}: FleetOptions): Fleet {
  // A later run needs a higher number, or its reports would count as repetitions.
  const bootId = Math.floor(Date.now() / 1000);
  const fleet = units.map((given, index) => {
    const { UnitSerNum } = given;
    const unit = { ...given, firmware: versions?.of(UnitSerNum) ?? given.firmware };
    const onNewVersion = (version: string) => versions?.keep(UnitSerNum, version);
    const random = seededRandom(seed * 1_000_003 + hashOf(UnitSerNum));
    const dialAfter = (index / units.length) * dialOverSeconds;
    const common = { host, port, speed, pingEverySeconds, bootId, firmwareKeys, settings, failsTestCallsWith, faults };
    return new SimulatedUnit({ ...common, unit, random, dialAfter, onNewVersion });
  });
  return {
    get state() {
      return {
        units: fleet.length,
        served: fleet.filter(({ isServed }) => isServed).length,
        unacknowledged: fleet.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0),
      };
    },
    close() {
      for (const unit of fleet) unit.close();
    },
  };
}

/** The seed of a unit depends on its serial number, not on its position in the list. */
function hashOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return hash;
}
