import { z } from 'zod';
import { dayIn } from '../calendar-days.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant } from '../time.ts';
import { CarrierNumber, SerialNumber } from '../units/unit.ts';
import { BILLING_ZONE } from './charges.ts';
import { daysOfPeriod } from './period.ts';
import { SimUsage, type Used } from './sim-usage.ts';

/** What can be odd of the bill and the usage of a SIM. */
export const USAGE_FINDINGS = { silent: 'Billed, not used', unbilled: 'Used, not billed' } as const;
export const UsageFinding = z.enum(Object.keys(USAGE_FINDINGS) as [keyof typeof USAGE_FINDINGS]);
export type UsageFinding = z.infer<typeof UsageFinding>;

/** What carriers let a SIM use for its test before it is in service (integration-facts, section 1.5). A SIM that uses more talks. */
const TEST_USE = { dataBytes: 20_000, sms: 2, voiceSeconds: 120 } as const;

/** A SIM is silent after so many days that were billed and of which the carrier says what was used. */
export const SILENT_DAYS = 7;

const talks = ({ dataBytes, sms, voiceSeconds = 0 }: Used): boolean =>
  dataBytes > TEST_USE.dataBytes || sms > TEST_USE.sms || voiceSeconds > TEST_USE.voiceSeconds;

interface Checked {
  period: string;
  /** The days of the period on which somebody pays for the unit. */
  billedDays: readonly string[];
  /** Those on which this SIM is the line that is billed. A unit with two active SIMs is billed once. */
  simDays: readonly string[];
  /** Undefined if the carrier told nothing. */
  usage: SimUsage | undefined;
  /** The latest ping of the unit that is known. */
  lastPing: number | undefined;
}

/**
 * Compares the bill of a SIM with its usage. `notKnown`: the carrier told nothing, or too little to call the SIM silent. A SIM whose unit has pinged in
 * the period is not silent: the unit can run on its other SIM.
 */
export function checkUsage({
  period,
  billedDays,
  simDays,
  usage,
  lastPing,
}: Checked): UsageFinding | 'agrees' | 'notKnown' {
  if (!usage) return 'notKnown';
  if (talks(usage)) return billedDays.length === 0 ? 'unbilled' : 'agrees';
  if (simDays.length === 0 || isPingOf(period, lastPing)) return 'agrees';
  const [from, to] = [usage.from, usage.to].map((moment) => dayIn(Date.parse(moment), BILLING_ZONE)) as [
    string,
    string,
  ];
  const known = simDays.filter((day) => from <= day && day <= to);
  return known.length < SILENT_DAYS ? 'notKnown' : 'silent';
}

/** True if the ping is in the period. */
export function isPingOf(period: string, ping: number | undefined): boolean {
  if (ping === undefined) return false;
  const { first, last } = daysOfPeriod(period);
  const day = dayIn(ping, BILLING_ZONE);
  return first <= day && day <= last;
}

/** A SIM whose bill and usage disagree. */
export const UsageRow = z.object({
  UnitSerNum: SerialNumber,
  iccid: z.string(),
  DealerKey,
  DealerName: z.string(),
  carrier: CarrierNumber,
  finding: UsageFinding,
  /** The days on which the SIM was billed. */
  billedDays: z.number().int(),
  /** Absent: another unit had the SIM in the period too, so its usage is not that of this unit alone. */
  usage: SimUsage.optional(),
  foundAt: Instant,
  /** False if the unit belongs to another dealer now. */
  isPresent: z.boolean(),
});
export type UsageRow = z.infer<typeof UsageRow>;

/** How far the reading of the usage at a carrier is. */
export const UsageReading = z.object({
  carrier: CarrierNumber,
  startedAt: Instant,
  /** Absent: the reading is under way. */
  endedAt: Instant.optional(),
});
export type UsageReading = z.infer<typeof UsageReading>;
