import { seededRandom } from '#scripts/seed/random.ts';
import type { FleetUnit } from './behaviour.ts';
import { SimulatedUnit } from './unit.ts';

export type { FleetUnit } from './behaviour.ts';

export interface FleetOptions {
  readonly units: readonly FleetUnit[];
  readonly host: string;
  readonly port: number;
  /** The same seed, the same fleet. */
  readonly seed?: number;
  /** So many times faster than real time the units live; heartbeats keep to the server's seconds. */
  readonly speed?: number;
  /** How often a unit pings, in seconds of its time. */
  readonly pingEverySeconds?: number;
  /** Over so many seconds of their time the units dial in at first. */
  readonly dialOverSeconds?: number;
}

export interface Fleet {
  /** How many units there are, how many are served, and how many reports wait to be acknowledged. */
  readonly state: { readonly units: number; readonly served: number; readonly unacknowledged: number };
  close(): void;
}

/** A quarter of an hour: often enough to see something, not what a real unit's tariff would bear. */
const PING_EVERY_SECONDS = 900;

/** Lets the units dial in and live until {@link Fleet.close}. */
export function startFleet({
  units,
  host,
  port,
  seed = 1,
  speed = 1,
  pingEverySeconds = PING_EVERY_SECONDS,
  dialOverSeconds = Math.min(60, units.length / 50),
}: FleetOptions): Fleet {
  // Later starts count higher, as the boot counter of a real unit does, or the reports of this run would be taken for repetitions.
  const bootId = Math.floor(Date.now() / 1000);
  const fleet = units.map((unit, index) => {
    const random = seededRandom(seed * 1_000_003 + hashOf(unit.UnitSerNum));
    const dialAfter = (index / units.length) * dialOverSeconds;
    return new SimulatedUnit({ unit, host, port, random, speed, pingEverySeconds, bootId, dialAfter });
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

/** A unit's life hangs on who it is, not on its place in the list. */
function hashOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return hash;
}
