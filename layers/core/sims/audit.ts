import { type AuditedArea, inWords } from '../audit/wording.ts';
import { type SimState, simStateLabel } from './sim-state.ts';

const state = (label: string) =>
  inWords(label, (code) => simStateLabel(Number(code) as SimState, { engineer: true }) ?? code);

export const AUDITED = {
  kinds: {},
  actions: {
    'correct SIM state': {
      sentence: '{actor} corrected the state of a SIM of {object}',
      fields: { ICCID1State: state('State of SIM 1'), ICCID2State: state('State of SIM 2') },
    },
  },
} as const satisfies AuditedArea;
