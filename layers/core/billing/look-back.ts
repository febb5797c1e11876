import { HOUR } from '../time.ts';
import type { BillingState, BillLine } from './bill-line.ts';
import { BILLING_ZONE, type Charge, chargesOf, correctionsOf, type RatesOf } from './charges.ts';
import { daysOfPeriod, periodAt, periodOfDay } from './period.ts';
import { CHARGE_TYPES, type Rate, rateOn } from './rates.ts';

/** A closed period, with the lines of one unit on its bills. */
export interface ClosedPeriod {
  period: string;
  lines: readonly BillLine[];
  /** It is not compared any more. */
  isSettled?: boolean;
}

/** With the lines of the period itself, these fit into one transaction. The next bill has those that are left. */
const MOST_CORRECTIONS = 24;
/** Clocks differ, and a read can be a moment behind. To compare a period once more changes nothing. */
const MARGIN = HOUR;

/** True if something was noted after a run, which may have missed it. Of what was noted without a time, it is not known: it is old. */
export const isLateFor = (runStartedAt: number, notedAt: number | undefined): boolean =>
  notedAt !== undefined && notedAt >= runStartedAt - MARGIN;

/**
 * The earliest closed period that the bills of a unit are compared with: that before, or the one to which something belongs that the
 * last run may have missed.
 * @param last The closed period before, and when its run began.
 * @param lateRatesFrom The earliest day of the rates that changed since then.
 */
export function comparedFrom(
  states: readonly BillingState[],
  last: ClosedPeriod & { startedAt: number },
  lateRatesFrom: string | undefined,
): string {
  const hasMoreToCorrect = last.lines.filter(isCorrection).length >= MOST_CORRECTIONS;
  const periods = states
    .filter(({ notedAt }) => hasMoreToCorrect || isLateFor(last.startedAt, notedAt))
    .map(({ at }) => periodAt(at, BILLING_ZONE));
  if (lateRatesFrom !== undefined) periods.push(periodOfDay(lateRatesFrom));
  return [last.period, ...periods].sort()[0]!;
}

/**
 * What each dealer pays more, or less if negative, for each closed period than its bill and the corrections since then say. It is dated on the first day of
 * that period, so that the next bill knows what is corrected already.
 * @param closed In order, up to the period before: no correction of the first of them is on an earlier bill.
 */
export function lateCharges(
  unit: { UnitModel: BillLine['UnitModel']; states: readonly BillingState[] },
  ratesOf: RatesOf,
  closed: readonly ClosedPeriod[],
): (Omit<Charge, 'Type'> & { Type: 'Correction' })[] {
  const corrections = closed.flatMap(({ lines }) => lines).filter(isCorrection);
  return closed
    .filter(({ isSettled }) => !isSettled)
    .flatMap(({ period, lines }) => {
      const { first } = daysOfPeriod(period);
      const billed = [
        ...lines.filter((line) => !isCorrection(line)),
        ...corrections.filter((line) => line.Date === first),
      ];
      return correctionsOf(billed, chargesOf(unit.UnitModel, unit.states, period, ratesOf)).map(
        ({ dealer, cents }) => ({
          ...{ dealer, Type: 'Correction' as const, Date: first, count: 1, Rate: cents, cents },
        }),
      );
    })
    .slice(0, MOST_CORRECTIONS);
}

/**
 * The rates at which a dealer was billed for a unit. Each holds from the first day of its line on, the first one also before.
 * @param lines The lines of the unit on the bills of one period.
 */
export function billedRates(lines: readonly BillLine[], dealer: number): Rate[] {
  return CHARGE_TYPES.flatMap((Type) =>
    lines
      .filter((line) => line.dealer === dealer && line.Type === Type)
      .toSorted((one, other) => one.Date.localeCompare(other.Date))
      .map(({ UnitModel, Date: day, Rate: cents }, index) => ({
        Type,
        UnitModel,
        from: index === 0 ? '' : day,
        cents,
      })),
  );
}

/** The rates of a kind that a dealer, and those below it, pay from a day on, which have changed. */
export type ChangedRate = Pick<Rate, 'Type' | 'UnitModel' | 'from'> & { forDealer: number };

/**
 * The rates in force since the days from which rates changed. Other kinds are left out.
 * @param levels The rates of a dealer, then of each dealer above it.
 */
export function ratesSince(levels: readonly (readonly Rate[])[], changed: readonly ChangedRate[]): Rate[] {
  return changed.flatMap(({ Type, UnitModel, from }) => {
    const later = levels
      .flat()
      .filter((rate) => rate.Type === Type && rate.UnitModel === UnitModel && rate.from > from);
    return [from, ...later.map((rate) => rate.from)].map((day) => ({
      ...{ Type, UnitModel, from: day },
      cents: rateOn(levels, { Type, UnitModel }, day),
    }));
  });
}

/** The period that a line of a bill is for. */
export const periodOfLine = (line: BillLine, billed: string): string =>
  isCorrection(line) ? periodOfDay(line.Date) : billed;

const isCorrection = ({ Type }: BillLine) => Type === 'Correction';
