import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type ErrorCode } from '#core/errors.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { CARRIER_NAMES, type Carrier } from '#core/sims/carrier.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { FleetReadings } from '#data/sims/fleet-readings.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitStore } from '#data/units/units.ts';
import { logger } from '#platform/aws/observability.ts';
import { type StoredSim, storedSlot } from '#platform/sims/slot.ts';

/** After so many runs a unit is passed over until the next reading: perhaps only its SIM cannot be read. */
const MOST_RUNS_FOR_A_UNIT = 10;

/** So many units are read from the table at once, and stored as read: a SIM on which its carrier hangs must not end each run at the same place. */
const UNITS_OF_A_STEP = 10;

interface Pace {
  /** False once the run should end. */
  goesOn: () => boolean;
  /** Between the begins of two readings of a carrier, so that most of its turns are left to people. A slow carrier gets as long a pause as its answer took. */
  pauseMs: number;
}

/** What is read of each SIM, and where it is stored how far that is. */
export interface FleetWork {
  readings: FleetReadings;
  /** Reads a SIM and stores what its carrier says. It can do so again for the same SIM. */
  read(unit: UnitRecord, slot: 1 | 2, sim: StoredSim): Promise<unknown>;
  /** Forgets what is known of SIMs of the carrier, of which the unit has none now. */
  without?(unit: UnitRecord, carrier: Carrier): Promise<unknown>;
  /** What the log says of a SIM for which that failed for a reason of ours. */
  failure: string;
}

/**
 * Reads all SIMs of a carrier. Ends when the run is over or the carrier does not answer, and goes on from there in the next run. A new reading begins a
 * day after the begin of the latest one. Returns the number of SIMs that could not be read for a reason of ours.
 */
export async function readFleet(carrier: Carrier, pace: Pace, work: FleetWork): Promise<number> {
  const { readings } = work;
  let failed = 0;
  let reading = await readings.due(carrier, Date.now());
  while (reading && pace.goesOn()) {
    const serialNumbers = await unitLookupStore.allAfter(reading.after, UNITS_OF_A_STEP);
    if (serialNumbers.length === 0) {
      await readings.end(reading, Date.now());
      return failed;
    }
    const units = new Map((await unitStore.getMany(WHOLE_TREE, serialNumbers)).map((unit) => [unit.UnitSerNum, unit]));
    const step = { after: reading.after, read: 0, isSilent: false };
    for (const UnitSerNum of serialNumbers) {
      const unit = units.get(UnitSerNum);
      const result = unit ? await readUnit(unit, carrier, pace, work) : NOTHING;
      if (result === 'over' || result === 'silent') {
        step.isSilent = result === 'silent';
        break;
      }
      failed += result.failed;
      step.read += result.read;
      step.after = UnitSerNum;
    }
    if (step.after === reading.after) {
      if (step.isSilent) await wait(readings, reading, serialNumbers[0]!);
      return failed;
    }
    reading = await readings.step(reading, step.after!, step.read, Date.now());
    if (step.after !== serialNumbers.at(-1)) return failed;
  }
  return failed;
}

type Reading = NonNullable<Awaited<ReturnType<FleetReadings['due']>>>;

async function wait(readings: FleetReadings, reading: Reading, UnitSerNum: string): Promise<void> {
  const isLast = (reading.stuck ?? 0) + 1 >= MOST_RUNS_FOR_A_UNIT;
  await (isLast ? readings.step(reading, UnitSerNum, 0, Date.now()) : readings.stay(reading, Date.now()));
}

const NOTHING = { read: 0, failed: 0 };

/** The carrier is down, busy or not set up: all other SIMs can wait. */
const STOPPING: readonly ErrorCode[] = ['UNAVAILABLE', 'TOO_MANY', 'INTERNAL'];

/** Reads the SIMs that the unit has of the carrier. `over`: the run should end. `silent`: the carrier does not answer. They are then read from the first one on. */
async function readUnit(unit: UnitRecord, carrier: Carrier, { goesOn, pauseMs }: Pace, work: FleetWork) {
  let [read, failed] = [0, 0];
  const sims = ([1, 2] as const).flatMap((slot) => {
    const sim = slotOfCarrier(unit, slot, carrier);
    return sim ? [{ slot, sim }] : [];
  });
  if (sims.length === 0 && work.without) {
    try {
      await work.without(unit, carrier);
    } catch (error) {
      failed += 1;
      logger.error(work.failure, { UnitSerNum: unit.UnitSerNum, error: error as Error });
    }
  }
  for (const { slot, sim } of sims) {
    if (!goesOn()) return 'over' as const;
    const begun = Date.now();
    try {
      await work.read(unit, slot, sim);
      read += 1;
    } catch (error) {
      if (error instanceof AppError && STOPPING.includes(error.code)) {
        logger.info('The reading of the fleet waits', { carrier: CARRIER_NAMES[carrier], reason: error.message });
        return 'silent' as const;
      }
      failed += 1;
      logger.error(work.failure, { UnitSerNum: unit.UnitSerNum, slot, error: error as Error });
    }
    const took = Date.now() - begun;
    await sleep(Math.max(took, pauseMs - took));
  }
  return { read, failed };
}

/** Undefined if the slot has no SIM of this carrier. */
function slotOfCarrier(unit: UnitRecord, slot: 1 | 2, carrier: Carrier): StoredSim | undefined {
  try {
    const sim = storedSlot(unit, slot);
    return sim?.carrier === carrier ? sim : undefined;
  } catch {
    // Nobody knows which carrier to ask.
    return undefined;
  }
}
