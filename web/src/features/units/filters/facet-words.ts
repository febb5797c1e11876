import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { SimState, simStateLabel, type Viewer } from '#core/sims/sim-state.ts';
import type { Condition, Facet, FieldFacet } from '#core/units/facets.ts';
import { UNIT_STATUS } from '#core/units/unit.ts';
import type { Tone } from '#web/components/status/tones.ts';

export const CONDITION_WORDS: Readonly<Record<Condition, { word: string; tone: Tone }>> = {
  silent: { word: 'Silent', tone: 'silent' },
  late: { word: 'Late', tone: 'warning' },
  attention: { word: 'Needs attention', tone: 'warning' },
  healthy: { word: 'Healthy', tone: 'ok' },
  out: { word: 'Not in service', tone: 'muted' },
};

export const FIELD_LABELS: Readonly<Record<FieldFacet, string>> = {
  UnitStatus: 'Status',
  FirmVer: 'Firmware',
  PTName: 'Profile',
  ActiveState: 'SIM state',
  ActiveCarrier: 'Carrier',
  Report: 'Reporting',
};

/** The words for a value as the list has it. */
export function valueWords(facet: Facet, value: string, viewer: Viewer): string {
  switch (facet) {
    case 'condition':
      return CONDITION_WORDS[value as Condition]?.word ?? value;
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
