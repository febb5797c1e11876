import { type AuditedArea, choice, text } from '../audit/wording.ts';
import { LEFT_REMINDERS } from '../reminders/left-reminders.ts';
import { UNIT_STATUS } from '../units/unit.ts';

const fields = {
  UnitStatus: choice('Status', UNIT_STATUS),
  Note: text('Note'),
  /** Only entries of earlier releases have it. */
  vitalsPortal: text('Vitals portal'),
  ...LEFT_REMINDERS,
};

export const AUDITED = {
  kinds: {},
  actions: {
    'add demo unit': { sentence: '{actor} made {object} a demo unit', fields },
    'edit demo unit': { sentence: '{actor} changed {object} as a demo unit', fields },
  },
} as const satisfies AuditedArea;
