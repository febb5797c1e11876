import { type AuditedArea, text } from '../audit/wording.ts';

const fields = { ICCID: text('ICCID') };

export const AUDITED = {
  kinds: { devSim: 'Developer SIM' },
  actions: {
    'add developer SIM': { sentence: '{actor} added a developer SIM', fields },
    'edit developer SIM': { sentence: '{actor} changed a developer SIM', fields },
    'delete developer SIM': { sentence: '{actor} deleted a developer SIM', fields },
  },
} as const satisfies AuditedArea;
