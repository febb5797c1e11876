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
const named = (centers: Centers, { name }: DealerMonitoringCenter) => centers.find((one) => one.name === name);
const like = (centers: Centers, { name }: DealerMonitoringCenter) =>
  centers.filter((one) => nameSkeleton(one.name) === nameSkeleton(name));
const taken = () => conflict('MonitoringCenters', MONITORING_CENTER_TAKEN);
const same = (one: DealerMonitoringCenter, other: DealerMonitoringCenter | undefined) =>
  other !== undefined &&
  one.name === other.name &&
  one.phoneNumber === other.phoneNumber &&
  one.accountNumber === other.accountNumber;

/**
 * Merges a change from `old` into the current centres. Without changes by others, the new list keeps its order. Names that look alike by now stay side by side
 * until people change one.
 */
export function mergeMonitoringCenters(current: Centers, old: Centers, wanted: Centers): DealerMonitoringCenter[] {
  const isTwice = (center: DealerMonitoringCenter) =>
    wanted.filter(({ name }) => name === center.name).length > 1 ||
    (!named(old, center) && like(wanted, center).length > 1);
  if (wanted.some(isTwice)) throw taken();
  if (isEqual(current, old)) return [...wanted];
  const isRemoved = (center: DealerMonitoringCenter) => named(old, center) && !named(wanted, center);
  const merged = new Map(current.filter((center) => !isRemoved(center)).map((center) => [center.name, center]));
  for (const center of wanted) {
    const was = named(old, center);
    if (same(center, was)) continue;
    const keepsName = was && merged.has(center.name);
    if (!keepsName && like([...merged.values()], center).length > 0) throw taken();
    merged.set(center.name, center);
  }
  if (merged.size > MAX_MONITORING_CENTERS)
    throw invalid('MonitoringCenters', `At most ${MAX_MONITORING_CENTERS} monitoring centres`);
  return [...merged.values()];
}
