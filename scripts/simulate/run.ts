import { parseArgs } from 'node:util';
import { portTable } from '#local/ports.ts';
import { secretOf, seedUnits } from '#scripts/seed/units.ts';
import type { FleetUnit } from './behaviour.ts';
import type { startFleet } from './fleet.ts';

const HELP = `npm run simulate -- [options]
  --units N    how many units of the seeded fleet dial in (50)
  --host H     where the bridge is (localhost)
  --port P     its port for units (8200, shifted by WATCHKEEP_PORT_OFFSET)
  --seed S     another fleet's fate (1)
  --speed X    so many times faster than real time (1)
  --ping N     seconds between two pings of a unit (900)
  --quiet      no word on how it goes`;

const DESTROYED = 8;
const TOLD_EVERY = 60_000;

/** The first `count` units of the seeded fleet that are in service. */
export function seededFleet(count: number): FleetUnit[] {
  const fleet: FleetUnit[] = [];
  for (const unit of seedUnits({ count: Number.POSITIVE_INFINITY, now: Date.now() })) {
    if (fleet.length >= count) break;
    if (unit.UnitStatus === DESTROYED) continue;
    const secret = secretOf(unit);
    fleet.push({
      UnitSerNum: unit.UnitSerNum,
      model: unit.UnitModel,
      imei: unit.IMEI,
      firmware: unit.FirmVer,
      ...(unit.ActiveICCID !== undefined && { ICCID: unit.ActiveICCID }),
      ...(unit.ActiveCarrier !== undefined && { carrier: unit.ActiveCarrier }),
      ...(secret && { secret }),
    });
  }
  return fleet;
}

/** The command line: runs a fleet until it is told to stop. */
export function runFleet(start: typeof startFleet): void {
  const { values } = parseArgs({
    options: {
      units: { type: 'string', default: '50' },
      host: { type: 'string', default: 'localhost' },
      port: { type: 'string', default: String(portTable().bridgeUnits) },
      seed: { type: 'string', default: '1' },
      speed: { type: 'string', default: '1' },
      ping: { type: 'string', default: '900' },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const fleet = start({
    units: seededFleet(numberOf('units', values.units)),
    host: values.host,
    port: numberOf('port', values.port),
    seed: numberOf('seed', values.seed),
    speed: numberOf('speed', values.speed),
    pingEverySeconds: numberOf('ping', values.ping),
  });
  const tell = () => {
    const { units, served, unacknowledged } = fleet.state;
    console.log(`Simulated fleet: ${served} of ${units} units connected, ${unacknowledged} reports on the way`);
  };
  const telling = values.quiet ? undefined : setInterval(tell, TOLD_EVERY);
  const stop = () => {
    clearInterval(telling);
    fleet.close();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function numberOf(name: string, given: string): number {
  const value = Number(given);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} wants a number above 0, not ${given}`);
  return value;
}
