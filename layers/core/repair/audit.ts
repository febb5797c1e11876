import { type AuditedArea, text } from '../audit/wording.ts';

const swap = {
  IMEI: text('IMEI'),
  ICCID1: text('ICCID of SIM 1'),
  ICCID2: text('ICCID of SIM 2'),
  boardOf: text('Board of the unit'),
};
const fields = { ICCID: text('ICCID') };

export const AUDITED = {
  kinds: { devSim: 'Developer SIM' },
  actions: {
    'swap board': { sentence: '{actor} gave {object} another board', fields: swap },
    'add developer SIM': { sentence: '{actor} added a developer SIM', fields },
    'edit developer SIM': { sentence: '{actor} changed a developer SIM', fields },
    'delete developer SIM': { sentence: '{actor} deleted a developer SIM', fields },
  },
} as const satisfies AuditedArea;
