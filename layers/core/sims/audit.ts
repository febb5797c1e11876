import { type AuditedArea, inWords, text } from '../audit/wording.ts';
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
    'send text message': {
      sentence: '{actor} asked the carrier to send {object} the text message: {text}',
      fields: { text: text('Text'), iccid: text('SIM') },
    },
  },
} as const satisfies AuditedArea;
