import { Entity, type EntityItem } from 'electrodb';
import { CARRIERS, type Carrier } from '#core/sims/carrier.ts';
import { DAY, instant } from '#core/time.ts';
import { number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { tryWrite } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { at, primary } from '../kit/table.ts';

const attributes = {
  carrier: requiredNumber,
  startedAt: requiredText,
  /** The last unit that was read. Absent: none. */
  after: text,
  read: requiredNumber,
  /** How many runs could not read the unit that comes next. */
  stuck: number,
  /** When the last unit was read. Absent: the reading is under way. */
  endedAt: text,
  /** New with each step, so that two runs at once do not read the same units for long. */
  stamp: requiredText,
} as const;

/** One function, so that all readings have one type. */
const readingEntity = (entity: string) =>
  new Entity(
    {
      model: { service: 'watchkeep', entity, version: '1' },
      attributes,
      indexes: { byCarrier: primary(['carrier'], []) },
    },
    at,
  );

/** How far the reading of the states of all SIMs of a carrier is. */
export const FleetReadingEntity = readingEntity('fleetReading');

/** How far the reading of the usage of all SIMs of a carrier is. */
export const UsageReadingEntity = readingEntity('usageReading');

type StoredReading = EntityItem<typeof FleetReadingEntity>;

/** So long after its begin a reading is followed by the next one. */
const EVERY_MS = DAY;

function readingsIn(entity: typeof FleetReadingEntity) {
  async function next(was: StoredReading | undefined, reading: StoredReading): Promise<StoredReading | undefined> {
    const write = entity
      .put(reading)
      .where(({ stamp }, { eq, notExists }) => (was ? eq(stamp, was.stamp) : notExists(stamp)));
    return (await tryWrite(write.go())) && reading;
  }

  return {
    /** The reading of a carrier that is under way, or a new one; undefined if the latest is over and its day is not. */
    async due(carrier: Carrier, now: number): Promise<StoredReading | undefined> {
      const { data: was } = await entity.get({ carrier }).go({ consistent: true });
      if (was && was.endedAt === undefined) return was;
      if (was && now - Date.parse(was.startedAt) < EVERY_MS) return undefined;
      return next(was ?? undefined, { carrier, startedAt: instant(now), read: 0, stamp: newId(now) });
    },

    /** Stores that the units up to this one were read. Undefined if another run goes on with the reading. */
    step: (was: StoredReading, after: string, read: number, now: number): Promise<StoredReading | undefined> =>
      next(was, { ...was, after, read: was.read + read, stuck: 0, stamp: newId(now) }),

    /** Stores that the unit that comes next could not be read. */
    stay: (was: StoredReading, now: number): Promise<StoredReading | undefined> =>
      next(was, { ...was, stuck: (was.stuck ?? 0) + 1, stamp: newId(now) }),

    /** Stores that no unit is left. */
    end: (was: StoredReading, now: number): Promise<StoredReading | undefined> =>
      next(was, { ...was, endedAt: instant(now), stamp: newId(now) }),

    /** Those of all carriers that were ever begun. */
    async all(): Promise<StoredReading[]> {
      return getAll(
        entity,
        CARRIERS.map((carrier) => ({ carrier })),
      );
    },
  };
}

export type FleetReadings = ReturnType<typeof readingsIn>;
export const fleetReadingStore = readingsIn(FleetReadingEntity);
export const usageReadingStore = readingsIn(UsageReadingEntity);
