import { HOUR } from '../time.ts';

/** What a unit may do worse after an update. */
export const TROUBLES = ['missedPings', 'restarts', 'failedTestCalls', 'batteryLoss'] as const;
export type Trouble = (typeof TROUBLES)[number];

export const TROUBLE_WORDS: Readonly<Record<Trouble, string>> = {
  missedPings: 'Missed pings',
  restarts: 'Restarts in circles',
  failedTestCalls: 'Failed test calls',
  batteryLoss: 'Faster loss of battery',
};

/** A ping of a unit in a period. `boot` counts its starts. */
export interface HealthPing {
  at: number;
  boot: string;
  acPower?: boolean | undefined;
  chargedPercent?: number | undefined;
}

/** What is known of a unit between two moments, in milliseconds. */
export interface Period {
  from: number;
  to: number;
  /** The portal did not hear units for a part of the time. */
  hadOutage: boolean;
  /** The unit sent so many reports that only the first of them are read. */
  isCut: boolean;
  /** The oldest first. */
  pings: readonly HealthPing[];
  /** The test calls of the period that failed. Other calls fail by what people do, such as when nobody answers. */
  failedTestCalls: number;
}

/** A ping is missed if none came for one and a half intervals. */
export const MISSED_AFTER = 1.5;
/** The starts of a unit that restarts in circles. The update itself is one. */
const STARTS_IN_CIRCLES = 3;
/** A shorter time on battery says nothing about the loss: charges are whole per cents. */
const LEAST_BATTERY_MS = 2 * HOUR;
/** Per cent an hour: how much faster the loss must be, beside half as fast again. */
const CLEARLY_FASTER = 0.5;

/** 1 if the unit does worse after the update than before it, -1 if it does better; absent if there is no difference. */
export type Verdict = Partial<Record<Trouble, 1 | -1>>;

/**
 * Compares a unit's time before its update with that after it; undefined if too little is known of the time before. Both periods have the same length.
 * Of a time after it that is cut, only what more reports could not undo is compared: a unit that restarts at each moment is found.
 */
export function compare(before: Period, after: Period, pingIntervalMs: number): Verdict | undefined {
  if (before.pings.length === 0 || before.isCut) return undefined;
  const had = (trouble: (period: Period) => boolean) => {
    const change = Number(trouble(after)) - Number(trouble(before));
    // What is not read may have the trouble.
    return after.isCut ? Math.max(change, 0) : change;
  };
  const lossBefore = lossOf(before);
  const lossAfter = after.isCut ? undefined : lossOf(after);
  const differences: Record<Trouble, number> = {
    // Pings that an outage kept away are nobody's fault.
    missedPings:
      before.hadOutage || after.hadOutage || after.isCut
        ? 0
        : had((period) => longestSilence(period) > MISSED_AFTER * pingIntervalMs),
    restarts: had(({ pings }) => new Set(pings.map(({ boot }) => boot)).size > STARTS_IN_CIRCLES),
    failedTestCalls: had(({ failedTestCalls }) => failedTestCalls > 0),
    batteryLoss:
      lossBefore === undefined || lossAfter === undefined
        ? 0
        : Number(isFaster(lossAfter, lossBefore)) - Number(isFaster(lossBefore, lossAfter)),
  };
  return Object.fromEntries(Object.entries(differences).filter(([, difference]) => difference !== 0));
}

function longestSilence({ from, to, pings }: Period): number {
  const moments = [from, ...pings.map(({ at }) => at), to];
  return Math.max(...moments.slice(1).map((at, index) => at - moments[index]!));
}

const isFaster = (one: number, other: number) => one > 1.5 * other + CLEARLY_FASTER;

/** Per cent an hour that the battery lost while the unit had no power; undefined if that was too short. */
function lossOf({ pings }: Period): number | undefined {
  let lost = 0;
  let during = 0;
  for (const [index, ping] of pings.entries()) {
    const last = pings[index - 1];
    if (last?.chargedPercent === undefined || ping.chargedPercent === undefined) continue;
    if (last.acPower || ping.acPower || ping.chargedPercent > last.chargedPercent) continue;
    lost += last.chargedPercent - ping.chargedPercent;
    during += ping.at - last.at;
  }
  return during < LEAST_BATTERY_MS ? undefined : lost / (during / HOUR);
}

/** How many units did worse, and how many better. */
export interface TroubleCount {
  worse: number;
  better: number;
}

/** What is known of a rollout's units so far. */
export interface HealthCounts {
  troubles: Readonly<Record<Trouble, TroubleCount>>;
  compared: number;
  /** Units whose update failed for good, and those that have it. */
  failed: number;
  updated: number;
}

/** Fewer units may do worse by chance or by a fault of their own. */
const LEAST_WORSE = 3;
/**
 * If the update changed nothing, one look in two hundred at most finds so many more units that do worse than better. It is so strict because
 * a rollout is looked at again and again, for four kinds of trouble. The tests measure what this makes of whole rollouts.
 */
const BY_CHANCE = 0.005;
/** Of few units, chance explains nearly everything: this share of them is enough. */
const SHARE_WORSE = 0.2;
const SHARE_FAILED = 0.05;

/** What somebody accepts when they resume a rollout: each kind of trouble with the number of units that have it, and the stage that has them. */
export type Accepted = Partial<Record<Trouble | 'failed' | 'stage', number>>;

/**
 * Why a rollout must pause; undefined if it may go on. Each unit is compared with itself. Of the units that changed, about as many do better
 * as worse if the update makes no difference (sign test: the binomial distribution with one half). It pauses when at least three more units
 * do worse than better, and that has a chance of at most 0.5 %, or is a fifth of the compared units. It also pauses when the update of at
 * least three units, and of a twentieth of those that ended, failed for good. What somebody has accepted counts again when it grows.
 */
export function whyPause(
  { troubles, compared, failed, updated }: HealthCounts,
  accepted: Accepted,
): string | undefined {
  if (failed >= LEAST_WORSE && failed / (failed + updated) >= SHARE_FAILED && failed > (accepted.failed ?? 0))
    return `The update failed on ${failed} of ${failed + updated} units`;
  const trouble = TROUBLES.find((one) => {
    const { worse, better } = troubles[one];
    if (worse - better < LEAST_WORSE || worse <= (accepted[one] ?? 0)) return false;
    return chanceOfAtLeast(worse, worse + better) <= BY_CHANCE || (worse - better) / compared >= SHARE_WORSE;
  });
  return trouble && `${TROUBLE_WORDS[trouble]}: ${troubles[trouble].worse} of ${compared} units do worse than before`;
}

export const acceptedOf = ({ troubles, failed }: HealthCounts, stage: number): Accepted => ({
  ...{ failed, stage },
  ...Object.fromEntries(TROUBLES.map((trouble) => [trouble, troubles[trouble].worse])),
});

/** The chance that at least `heads` of so many tosses of a fair coin are heads. */
export function chanceOfAtLeast(heads: number, tosses: number): number {
  let chance = 0;
  // Logarithms: half to the power of a thousand is too small for a number.
  let logTerm = -tosses * Math.LN2;
  for (let count = 0; count <= tosses; count++) {
    if (count > 0) logTerm += Math.log((tosses - count + 1) / count);
    if (count >= heads) chance += Math.exp(logTerm);
  }
  return Math.min(chance, 1);
}
