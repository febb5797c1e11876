import { CARRIER_NAMES } from '../sims/carrier.ts';
import { SimState, simStateLabel, type Viewer } from '../sims/sim-state.ts';
import { CONDITION_WORDS, type Condition } from './condition.ts';
import type { Facet, FieldFacet } from './facets.ts';
import { isBound, splitValues } from './filter-values.ts';
import { UNIT_STATUS } from './unit.ts';

export const FIELD_LABELS: Readonly<Record<FieldFacet, string>> = {
  UnitStatus: 'Status',
  FirmVer: 'Firmware',
  PTName: 'Profile',
  ActiveState: 'SIM state',
  ActiveCarrier: 'Carrier',
  Report: 'Reporting',
  tag: 'Tag',
};

/** The words for a filter of an address, which can have several values, or bounds. */
export function filterWords(facet: Facet, text: string, viewer: Viewer): string {
  const values = splitValues(text);
  return values.map((value) => valueWords(facet, value, viewer)).join(values.some(isBound) ? ' and ' : ' or ');
}

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
    default:
      return value;
  }
}
