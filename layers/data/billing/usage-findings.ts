import { billedDays } from '#core/billing/billed-days.ts';
import { BILLING_ZONE } from '#core/billing/charges.ts';
import { daysOfPeriod } from '#core/billing/period.ts';
import { checkUsage } from '#core/billing/usage-check.ts';
import { dayIn } from '#core/calendar-days.ts';
import { isEqual } from '#core/is-equal.ts';
import type { PageRequest } from '#core/paging.ts';
import type { Carrier } from '#core/sims/carrier.ts';
import { slotOf } from '#core/sims/deactivation.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { expiryOf } from '../kit/attributes.ts';
import { page } from '../kit/page.ts';
import { UsageFindingEntity } from './entities.ts';
import { type KnownUsage, simUsageStore, USAGE_KEPT_MS } from './sim-usage.ts';
import { billingStateStore } from './states.ts';

interface Known extends KnownUsage {
  period: string;
}

export const usageFindingStore = {
  /** Stores what is odd of a SIM in a period, as far as it is known now. Deletes what is not odd any more, or of a SIM that the unit does not have any more. */
  async settle(
    unit: UnitRecord,
    { iccid, carrier }: { iccid: string; carrier: Carrier },
    { period, usage, lastPingAt }: Known,
    now: number,
  ): Promise<void> {
    const { UnitSerNum } = unit;
    const [days, stored] = await Promise.all([daysOf(UnitSerNum, iccid, period, now), findingsOf(UnitSerNum, period)]);
    const gone = isOver(period, now) ? [] : stored.filter((one) => slotOf(unit, one.iccid) === undefined);
    for (const one of gone) await remove({ UnitSerNum, period, iccid: one.iccid });
    const known = stored.find((one) => one.iccid === iccid);
    const payer = payerOf(days.ofSim);
    const finding = checkUsage({
      ...{ period, usage, lastPing: lastPingAt === undefined ? undefined : Date.parse(lastPingAt) },
      ...{ billedDays: [...days.ofUnit.keys()], simDays: payer?.days ?? [] },
    });
    if (finding === 'agrees' || finding === 'notKnown') {
      if (known) await remove({ UnitSerNum, period, iccid });
      return;
    }
    const DealerKey = payer?.DealerKey ?? unit.DealerKey;
    const odd = { finding, DealerKey, carrier, billedDays: payer?.days.length ?? 0 };
    if (known && isEqual({ ...known, ...odd }, known)) return;
    const foundAt = known?.finding === finding ? known.foundAt : instant(now);
    await UsageFindingEntity.put({
      ...{ UnitSerNum, period, iccid, ...odd, foundAt, expiresAt: expiryOf(now + USAGE_KEPT_MS) },
    }).go();
  },

  /** Deletes what is odd in a period of SIMs of a carrier that the unit does not have any more. */
  async forget(unit: UnitRecord, carrier: Carrier, period: string, now: number): Promise<void> {
    const { UnitSerNum } = unit;
    if (isOver(period, now)) return;
    for (const one of await findingsOf(UnitSerNum, period))
      if (one.carrier === carrier && slotOf(unit, one.iccid) === undefined)
        await remove({ UnitSerNum, period, iccid: one.iccid });
  },

  /**
   * One page of what is odd in a period, with what the SIMs used: of a dealer, or of all dealers if none is named. If another unit had the SIM too, nobody knows
   * which of them used how much: the row is left out of a period under way, and has no usage in one that is over.
   */
  async list(period: string, DealerKey: number | undefined, asked: PageRequest, now: number) {
    const query = UsageFindingEntity.query.byPeriod({ period });
    const { items, cursor } = await page(
      DealerKey === undefined ? query : query.between({ DealerKey }, { DealerKey, UnitSerNum: LAST }),
      asked,
    );
    const used = await simUsageStore.ofSims(
      items.map(({ iccid }) => iccid),
      period,
    );
    return {
      cursor,
      items: items.flatMap((one) => {
        const known = used.get(one.iccid);
        if (!known) return [];
        const isItsOwn = known.UnitSerNum === one.UnitSerNum && !known.isShared;
        return isItsOwn || isOver(period, now) ? [{ ...one, usage: isItsOwn ? known.usage : undefined }] : [];
      }),
    };
  },
};

/** Of a period that is over, the SIMs that the unit had then are judged. */
const isOver = (period: string, now: number) => daysOfPeriod(period).last < dayIn(now, BILLING_ZONE);

/** The dealer that pays for most of the days, and these; of two with as many, the later one. */
function payerOf(days: ReadonlyMap<string, number>): { DealerKey: number; days: string[] } | undefined {
  const byDealer = Map.groupBy([...days.keys()].sort(), (day) => days.get(day)!);
  const payers = [...byDealer].map(([DealerKey, own]) => ({ DealerKey, days: own }));
  return payers
    .sort((one, other) => one.days.length - other.days.length || one.days[0]!.localeCompare(other.days[0]!))
    .at(-1);
}

/** After each serial number. */
const LAST = '\uffff';

const findingsOf = async (UnitSerNum: string, period: string) =>
  (await UsageFindingEntity.query.byUnit({ UnitSerNum, period }).go({ pages: 'all', consistent: true })).data;

const remove = (key: { UnitSerNum: string; period: string; iccid: string }) => UsageFindingEntity.delete(key).go();

/** The dealers that pay for the unit, by day, and by day on which this SIM is the line that is billed. */
async function daysOf(UnitSerNum: string, iccid: string, period: string, now: number) {
  const states = await billingStateStore.of(UnitSerNum);
  const { first, last } = daysOfPeriod(period);
  const today = dayIn(now, BILLING_ZONE);
  const span = { first, last: last < today ? last : today };
  const ofSim = states.map((state) => ({ ...state, active: state.active && state.ICCID === iccid }));
  return { ofUnit: billedDays(states, span, BILLING_ZONE), ofSim: billedDays(ofSim, span, BILLING_ZONE) };
}
