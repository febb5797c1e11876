/** The zones where units are, by their common names; the seven usual ones first. */
const NAMED: readonly (readonly [zone: string, name: string])[] = [
  ['America/New_York', 'Eastern'],
  ['America/Chicago', 'Central'],
  ['America/Denver', 'Mountain'],
  ['America/Los_Angeles', 'Pacific'],
  ['America/Anchorage', 'Alaska'],
  ['Pacific/Honolulu', 'Hawaii'],
  ['America/Phoenix', 'Arizona'],
  ['America/St_Johns', 'Newfoundland'],
  ['America/Halifax', 'Atlantic, Halifax'],
  ['America/Moncton', 'Atlantic, Moncton'],
  ['America/Toronto', 'Eastern, Toronto'],
  ['America/Detroit', 'Eastern, Detroit'],
  ['America/Indiana/Indianapolis', 'Eastern, Indianapolis'],
  ['America/Iqaluit', 'Eastern, Iqaluit'],
  ['America/Winnipeg', 'Central, Winnipeg'],
  ['America/Regina', 'Central, Regina'],
  ['America/Edmonton', 'Mountain, Edmonton'],
  ['America/Boise', 'Mountain, Boise'],
  ['America/Whitehorse', 'Yukon, Whitehorse'],
  ['America/Vancouver', 'Pacific, Vancouver'],
  ['America/Juneau', 'Alaska, Juneau'],
  ['America/Puerto_Rico', 'Atlantic, Puerto Rico'],
];

export interface ZoneOption {
  value: string;
  label: string;
  hint: string;
}

/** The zones to choose from, and the user's own. */
export function zoneOptions(own: string): ZoneOption[] {
  const known = usualZones();
  if (known.some(({ value }) => value === own)) return known;
  return [...known, { value: own, label: `Here, ${placeOf(own)}`, hint: own.replaceAll('_', ' ') }];
}

/** Every zone of the browser, the usual ones first. */
export const everyZone = (): ZoneOption[] => [
  ...usualZones(),
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => !NAMED.some(([named]) => named === zone))
    .map((zone) => ({ value: zone, label: placeOf(zone), hint: zone.replaceAll('_', ' ') })),
];

/** The common name of a zone: `Mountain`. */
export const zoneName = (zone: string) => NAMED.find(([value]) => value === zone)?.[1] ?? placeOf(zone);

const usualZones = (): ZoneOption[] =>
  NAMED.map(([value, label]) => ({ value, label, hint: value.replaceAll('_', ' ') }));

const placeOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
