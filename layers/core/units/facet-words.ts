import { CARRIER_NAMES } from '../sims/carrier.ts';
import { SimState, simStateLabel, type Viewer } from '../sims/sim-state.ts';
import { CONDITION_WORDS, type Condition } from './condition.ts';
import { FACETS, FAILED_UPDATES, type Facet, type FieldFacet } from './facets.ts';
import { isBound, splitValues } from './filter-values.ts';
import { UNIT_STATUS } from './unit.ts';

export const FIELD_LABELS: Readonly<Record<FieldFacet, string>> = {
  UnitStatus: 'Status',
  FirmVer: 'Firmware',
  PTName: 'Profile',
  ActiveState: 'SIM state',
  ActiveCarrier: 'Carrier',
  Report: 'Reporting',
  Updates: 'Updates',
  tag: 'Tag',
};

/** The words for a filter of an address, which can have several values, or bounds. */
export function filterWords(facet: Facet, text: string, viewer: Viewer): string {
  const values = splitValues(text);
  return values.map((value) => valueWords(facet, value, viewer)).join(values.some(isBound) ? ' and ' : ' or ');
}

/** What a list is filtered by, in words: `Carrier Verizon or AT&T, Tag pilot`. */
export function queryWords(
  {
    DealerKey,
    silentOver,
    withoutSecret,
    ...facets
  }: Partial<Record<Facet, string>> & { DealerKey?: unknown; silentOver?: unknown; withoutSecret?: true | undefined },
  { UnitModel, dealerName }: { UnitModel: string; dealerName?: string | undefined },
  viewer: Viewer,
): string {
  const words = FACETS.flatMap((facet) =>
    facets[facet] === undefined ? [] : [`${labelOf(facet)} ${filterWords(facet, facets[facet], viewer)}`],
  );
  if (withoutSecret) words.push('without a secret');
  if (silentOver !== undefined) words.push(`no ping for ${silentOver} hours`);
  if (DealerKey !== undefined) words.push(`dealer ${dealerName ?? DealerKey}`);
  return words.length === 0 ? `all ${UnitModel}` : words.join(', ');
}

const labelOf = (facet: Facet): string => (facet === 'condition' ? 'Condition' : FIELD_LABELS[facet]);

/** The words for a value as the list has it. */
export function valueWords(facet: Facet, value: string, viewer: Viewer): string {
  switch (facet) {
    case 'condition':
      return CONDITION_WORDS[value as Condition] ?? value;
    case 'UnitStatus':
      return UNIT_STATUS[Number(value) as keyof typeof UNIT_STATUS] ?? value;
    case 'ActiveState': {
      const state = SimState.safeParse(Number(value)).data;
      return state === undefined ? value : simStateLabel(state, viewer);
    }
    case 'ActiveCarrier':
      return CARRIER_NAMES[Number(value) as keyof typeof CARRIER_NAMES] ?? value;
    case 'Report':
      return value === '1' ? 'On' : 'Off';
    case 'Updates':
      return value === FAILED_UPDATES ? 'Failed' : value;
    default:
      return value;
  }
}
