/** The zones of `lowZones`, in order. A malformed stored value has none that exist. */
export const zonesOf = (lowZones: string | undefined): number[] =>
  lowZones === undefined ? [] : `${lowZones}`.split(' ').map(Number);

/** `lowZones` with a zone, or without it. Undefined: there is none. */
export function zonesAfter(lowZones: string | undefined, zone: number, isLow: boolean): string | undefined {
  const others = zonesOf(lowZones).filter((one) => one !== zone);
  const zones = isLow ? [...others, zone].sort((one, other) => one - other) : others;
  return zones.length === 0 ? undefined : zones.join(' ');
}
