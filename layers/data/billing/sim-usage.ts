import { type CountedUsage, countUp, SimUsage, type ToldUsage, usageSpan } from '#core/billing/sim-usage.ts';
import { isPingOf } from '#core/billing/usage-check.ts';
import { DAY, instant } from '#core/time.ts';
import { expiryOf } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { tryWrite } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { SimUsageEntity } from './entities.ts';

/** Longer than a year, so that a bill can be compared with the same month of the year before. */
export const USAGE_KEPT_MS = 400 * DAY;

interface Reading {
  UnitSerNum: string;
  period: string;
  iccid: string;
  /** Undefined if the carrier told nothing. What it told before stays. */
  told: ToldUsage | undefined;
  /** The latest ping of the unit. */
  lastPingAt: string | undefined;
}

/** What is known of a SIM and a period: no usage if several units had the SIM. */
export interface KnownUsage {
  usage: SimUsage | undefined;
  lastPingAt: string | undefined;
}

interface StoredUsage {
  UnitSerNum: string;
  usage: SimUsage;
  /** Several units had the SIM in the period, so the usage is of all of them. */
  isShared: boolean;
}

export const simUsageStore = {
  /**
   * Adds what a carrier told at a moment to what is known of the period. The same again changes nothing. Of two readings at once one is stored, and both
   * go on with what it knows.
   */
  async add({ UnitSerNum, period, iccid, told, lastPingAt }: Reading, at: number): Promise<KnownUsage> {
    const { data: known } = await SimUsageEntity.get({ iccid, period }).go({ consistent: true });
    const usage = usageAfter(known?.usage, told, period, at);
    const ping = lastPingAt !== undefined && isPingOf(period, Date.parse(lastPingAt)) ? lastPingAt : known?.lastPingAt;
    const isMoved = known != null && (known.isMoved === true || known.UnitSerNum !== UnitSerNum);
    if (!usage && ping === undefined) return { usage, lastPingAt: ping };
    const isStored = await tryWrite(
      SimUsageEntity.put({
        ...{ iccid, period, UnitSerNum, stamp: newId(at), expiresAt: expiryOf(at + USAGE_KEPT_MS) },
        ...(isMoved && { isMoved }),
        ...(usage && { usage }),
        ...(ping !== undefined && { lastPingAt: ping }),
      })
        .where(({ stamp }, { eq, notExists }) => (known ? eq(stamp, known.stamp) : notExists(stamp)))
        .go(),
    );
    if (isStored) return { usage: isMoved ? undefined : usage, lastPingAt: ping };
    const { data: other } = await SimUsageEntity.get({ iccid, period }).go({ consistent: true });
    return { usage: other?.isMoved ? undefined : other?.usage, lastPingAt: other?.lastPingAt };
  },

  /** What is known of the SIMs in a period, by ICCID: what each used, and the unit that had it last. */
  async ofSims(iccids: readonly string[], period: string): Promise<ReadonlyMap<string, StoredUsage>> {
    const stored = await getAll(
      SimUsageEntity,
      iccids.map((iccid) => ({ iccid, period })),
    );
    return new Map(
      stored.flatMap(({ iccid, UnitSerNum, usage, isMoved }) =>
        usage ? [[iccid, { UnitSerNum, usage: SimUsage.parse(usage), isShared: isMoved === true }]] : [],
      ),
    );
  },
};

function usageAfter(
  known: SimUsage | CountedUsage | undefined,
  told: ToldUsage | undefined,
  period: string,
  at: number,
): SimUsage | CountedUsage | undefined {
  if (!told) return known;
  if (told.counts === 'cycle') return countUp(known && 'counter' in known ? known : undefined, told.used, instant(at));
  const { earliest, latest } = usageSpan(period, at);
  const usage = { ...told.used, from: instant(earliest), to: instant(latest) };
  return known && known.to > usage.to ? known : usage;
}
