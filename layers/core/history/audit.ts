import { type AuditedArea, number, onOff, text } from '../audit/wording.ts';

/** What units report of themselves. It is in the change logs of the unit, not in the audit: no person did it. */
export const AUDITED = {
  kinds: {},
  actions: {
    'report accessory': {
      sentence: 'The unit {object} reported the accessory {RFCode} in zone {zone}: {state}',
      fields: {
        zone: number('Zone'),
        RFCode: text('RF code'),
        SerialNumber: text('Serial number'),
        state: text('State'),
        batteryLow: onOff('Low battery'),
      },
    },
  },
} as const satisfies AuditedArea;
