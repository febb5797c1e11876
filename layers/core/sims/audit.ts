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
    'ask for SIM state': {
      sentence: '{actor} asked the carrier to change the state of a SIM of {object}',
      fields: { simState: state('State asked for'), iccid: text('SIM') },
    },
    'mark SIM for deactivation': {
      sentence: '{actor} asked that a SIM of {object} is deactivated after its next login over the other one',
      fields: { iccid: text('SIM') },
    },
    'withdraw SIM deactivation': {
      sentence: '{actor} withdrew the deactivation of a SIM of {object}',
      fields: { iccid: text('SIM') },
    },
    'keep marked SIM': {
      sentence: 'A SIM of {object} that was to be deactivated stays as it is: {reason}',
      fields: { iccid: text('SIM'), reason: text('Reason') },
    },
    'override SIM state': {
      sentence: '{actor} set the SIM in slot 2 of {object} to activated',
      fields: { ICCID2State: state('State of SIM 2') },
    },
    'ask for communication plan': {
      sentence: '{actor} asked the carrier for the communication plan {plan} for a SIM of {object}',
      fields: { plan: text('Plan'), iccid: text('SIM') },
    },
    'ask for dialable number': {
      sentence: '{actor} asked the carrier for a number that people can dial, in {zipcode}, for a SIM of {object}',
      fields: { zipcode: text('ZIP code'), iccid: text('SIM') },
    },
    'leave carrier unasked': {
      sentence: 'The carrier was not asked after all about a SIM of {object}: {reason}',
      fields: {
        ...{ simState: state('State asked for'), plan: text('Plan'), zipcode: text('ZIP code'), text: text('Text') },
        ...{ iccid: text('SIM'), reason: text('Reason') },
      },
    },
    'send text message': {
      sentence: '{actor} asked the carrier to send {object} the text message: {text}',
      fields: { text: text('Text'), iccid: text('SIM') },
    },
  },
} as const satisfies AuditedArea;
