import { type AuditedArea, number, text } from '../audit/wording.ts';

export const AUDITED = {
  kinds: { systemReference: 'Reference value' },
  actions: {
    'shift decibels': {
      sentence: '{actor} shifted the loudness of {object} to {dB} dB',
      fields: { UnitModel: text('Model'), mnemonic: text('Level'), dB: number('Decibels') },
    },
    'create test event': {
      sentence: '{actor} made a test event {eventType} of {object}',
      fields: { eventType: text('Event'), zone: number('Zone') },
    },
  },
} as const satisfies AuditedArea;
