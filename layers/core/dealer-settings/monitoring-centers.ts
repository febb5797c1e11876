import { z } from 'zod';
import { textLine } from '../dealers/dealer.ts';
import { isEqual } from '../is-equal.ts';
import { nameSkeleton } from '../name-skeleton.ts';
import { conflict, invalid } from './name-list.ts';

export const MAX_MONITORING_CENTERS = 20;
export const MONITORING_CENTER_TAKEN = 'Monitoring centre already exists';

/** A centre that a dealer's units call. */
export const DealerMonitoringCenter = z.object({
  name: textLine(100).min(1, 'A monitoring centre needs a name'),
  phoneNumber: z
    .string()
    .trim()
    .regex(/^\d{10}$/, 'A phone number has 10 digits'),
  accountNumber: textLine(40),
});
export type DealerMonitoringCenter = z.infer<typeof DealerMonitoringCenter>;

type Centers = readonly DealerMonitoringCenter[];
const keyOf = ({ name }: DealerMonitoringCenter) => nameSkeleton(name);
const same = (one: DealerMonitoringCenter, other: DealerMonitoringCenter | undefined) =>
  other !== undefined &&
  one.name === other.name &&
  one.phoneNumber === other.phoneNumber &&
  one.accountNumber === other.accountNumber;

/** Merges a change from `old` into the current centres. Without changes by others, the new list keeps its order. */
export function mergeMonitoringCenters(current: Centers, old: Centers, wanted: Centers): DealerMonitoringCenter[] {
  const known = new Map(old.map((center) => [keyOf(center), center]));
  const asked = new Map(wanted.map((center) => [keyOf(center), center]));
  if (asked.size < wanted.length) throw conflict('MonitoringCenters', MONITORING_CENTER_TAKEN);
  if (isEqual(current, old)) return [...wanted];
  const merged = new Map(current.map((center) => [keyOf(center), center]));
  for (const key of known.keys()) if (!asked.has(key)) merged.delete(key);
  for (const [key, center] of asked) {
    if (same(center, known.get(key))) continue;
    if (!known.has(key) && merged.has(key)) throw conflict('MonitoringCenters', MONITORING_CENTER_TAKEN);
    merged.set(key, center);
  }
  if (merged.size > MAX_MONITORING_CENTERS)
    throw invalid('MonitoringCenters', `At most ${MAX_MONITORING_CENTERS} monitoring centres`);
  return [...merged.values()];
}
